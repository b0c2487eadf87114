import type { Facts } from './facts.ts';
import type { Guidance } from './guidance.ts';
import type { PlannedStep } from './shot-plan.ts';
import type { Answers } from './shown.ts';

/**
 * Nobody reads a prompt, moves and has moved in less; the service takes what is faster for a program's work.
 */
const REACTION_MS = 450;
/** A look in between that says otherwise does not end a hold. */
const LAPSE_MS = 150;
/** Whatever is seen, the picture is taken after this, and by the end of the step's window. */
const PATIENCE_MS = 6_500;
const SPARE_MS = 1_500;
/** A step is held for this long at least before its picture. */
const LEAST_HOLD_MS = 200;

export interface Outcome {
  /** What was asked for is being shown. */
  shown: boolean;
  /** Whether a face was seen at all. */
  face: boolean;
  facts: Facts | null;
}

/**
 * Waits until what a step asks for has been shown for its hold, up to the moment of its first picture; or
 * until patience is over. `holding` hears every change. `left_ms`: what this step may take at most. Rejects
 * when the signal aborts.
 */
export async function awaitShown(
  guidance: Guidance,
  answers: Answers,
  { kind, hold_ms, shots_ms, window_ms, least_ms }: PlannedStep,
  left_ms: number,
  holding: (is: boolean) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  const began = performance.now();
  const until = began + Math.min(PATIENCE_MS, window_ms - hold_ms - SPARE_MS, left_ms);
  const hold = Math.max(LEAST_HOLD_MS, shots_ms[0] ?? 0);
  const earliest = began + Math.max(REACTION_MS, least_ms - hold);
  let [since, last]: [number | null, number] = [null, 0];
  let face = false;
  const patience = new AbortController();
  const stop = () => patience.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(stop, Math.max(0, until - began));
  try {
    signal.throwIfAborted();
    for (;;) {
      const facts = await guidance.next(patience.signal);
      if (!facts) return { shown: false, face, facts };
      face ||= facts.face !== null;
      if (facts.at < earliest) continue;
      if (answers.shows(kind, facts)) {
        if (since === null) holding(true);
        since ??= facts.at;
        last = facts.at;
        if (facts.at - since >= hold) return { shown: true, face, facts };
      } else if (since !== null && facts.at - last > LAPSE_MS) {
        since = null;
        holding(false);
      }
    }
  } catch (error) {
    if (signal.aborted) throw error;
    return { shown: false, face, facts: guidance.facts() };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
