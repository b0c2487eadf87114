import type { Facts } from './facts.ts';
import type { Guidance } from './guidance.ts';
import { isTurn } from './hints.ts';
import type { PlannedStep } from './shot-plan.ts';
import type { Answers } from './shown.ts';

/**
 * No person reads a prompt, reacts and moves in less time; the service treats a faster answer as a
 * program's.
 */
const REACTION_MS = 450;
/** A contrary look in between does not end a hold before this. */
const LAPSE_MS = 150;
/** The picture is taken after this time whatever was seen, and before the step's window ends. */
const PATIENCE_MS = 6_500;
const SPARE_MS = 1_500;
/**
 * The shortest hold before a step's picture, and the whole hold of a turn: a person who is kept waiting turns
 * further, and the service compares a head the worse, the further it is turned.
 */
const LEAST_HOLD_MS = 200;

export interface Outcome {
  /** Whether the requested position is being shown. */
  shown: boolean;
  /** Whether any face was seen. */
  face: boolean;
  facts: Facts | null;
}

/** Follows one hold. The returned function says whether the position has been held for long enough. */
const openHold = (hold_ms: number, holding: (is: boolean) => void) => {
  let [since, last]: [number | null, number] = [null, 0];
  return (shows: boolean, at: number): boolean => {
    if (shows) {
      if (since === null) holding(true);
      since ??= at;
      last = at;
      return at - since >= hold_ms;
    }
    if (since !== null && at - last > LAPSE_MS) {
      since = null;
      holding(false);
    }
    return false;
  };
};

/**
 * Waits until the position that a step asks for has been held long enough for its first picture, or until
 * the time limit is over. `holding` is called at every change. `left_ms`: the longest time that this step
 * may take. Rejects when the signal aborts.
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
  const hold = isTurn(kind) ? LEAST_HOLD_MS : Math.max(LEAST_HOLD_MS, shots_ms[0] ?? 0);
  const earliest = began + Math.max(REACTION_MS, least_ms - hold);
  const isHeld = openHold(hold, holding);
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
      if (isHeld(answers.shows(kind, facts), facts.at)) return { shown: true, face, facts };
    }
  } catch (error) {
    if (signal.aborted) throw error;
    return { shown: false, face, facts: guidance.facts() };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
