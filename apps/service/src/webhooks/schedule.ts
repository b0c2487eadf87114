/** Delays before each of the ten attempts, in seconds (interface §6): 75 h 35 min in all. */
export const DELAYS_S: readonly number[] = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** Each delay is up to a tenth longer or shorter, so that many failures at once do not return at once. */
const JITTER = 0.1;
/** An endpoint whose every attempt failed for this long is switched off. */
export const GIVE_UP_MS = 5 * 86_400_000;
const RETRY_AFTER_MAX_S = 86_400;

/** What a receiver made of an attempt. `status` null: there was no answer. */
export interface Answered {
  status: number | null;
  /** Seconds, as the receiver asks for; null when it does not. */
  retry_after_s: number | null;
}

export type NextStep =
  | { step: 'delivered' }
  /** 410: the receiver wants no more events. */
  | { step: 'gone' }
  | { step: 'again'; in_ms: number }
  | { step: 'exhausted' };

/**
 * What follows an attempt. `attempts` counts it. `chance` is from 0 to 1. A receiver that is there but
 * overloaded may ask for a longer delay than the schedule's, up to a day.
 */
export function nextStep({ status, retry_after_s }: Answered, attempts: number, chance: number): NextStep {
  if (status !== null && status >= 200 && status < 300) return { step: 'delivered' };
  if (status === 410) return { step: 'gone' };
  const delay = DELAYS_S[attempts];
  if (delay === undefined) return { step: 'exhausted' };
  const asked = Math.min(retry_after_s ?? 0, RETRY_AFTER_MAX_S);
  const jittered = delay * (1 + JITTER * (2 * chance - 1));
  return { step: 'again', in_ms: Math.round(Math.max(jittered, asked) * 1_000) };
}
