import type { KindFrame } from './frames.ts';
import { type Sign, signIf } from './signs.ts';

/** Milliseconds in which no person can see a prompt, move, and be seen to have moved. */
const REACTION_MS = 250;
/** Milliseconds: a camera and a page never keep time this exactly. */
const JITTER_MS = 0.5;

/**
 * Detects frames that follow each other faster than a person answers, or as regularly as only a program does.
 */
export function timingSigns(frames: readonly KindFrame[], elapsed_ms: number): Sign[] {
  const gaps = frames.slice(1).map(({ t_ms }, i) => t_ms - frames[i]!.t_ms);
  const fast = frames.slice(1).filter((frame, i) => {
    const before = frames[i]!;
    return frame.kind !== before.kind && frame.t_ms - before.t_ms < REACTION_MS;
  }).length;
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / (gaps.length || 1);
  const spread = gaps.reduce((most, gap) => Math.max(most, Math.abs(gap - mean)), 0);
  const said = (frames.at(-1)?.t_ms ?? 0) - (frames[0]?.t_ms ?? 0);
  return [
    ...signIf(fast === 1, 'suspected', 'faster_than_reaction'),
    ...signIf(fast > 1, 'fail', 'faster_than_reaction'),
    ...signIf(gaps.length > 3 && spread < JITTER_MS, 'note', 'regular_as_a_program'),
    // The manifest check refuses larger differences; a client clock that is slightly fast is normal.
    ...signIf(said > elapsed_ms, 'note', 'clock_ahead'),
  ];
}
