import type { KindFrame } from './frames.ts';
import { type Sign, signIf } from './signs.ts';

/** Milliseconds: nobody sees a prompt, moves and is seen to have moved in less. */
const REACTION_MS = 250;
/** A camera and a page never keep time this exactly. */
const JITTER_MS = 0.5;

/** Frames that follow each other faster than a person answers, or as regularly as only a program does. */
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
    // The manifest check refuses much more; a clock that runs a little ahead is a clock.
    ...signIf(said > elapsed_ms, 'note', 'clock_ahead'),
  ];
}
