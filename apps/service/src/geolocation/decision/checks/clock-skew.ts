import type { DecisionInput } from '../facts.ts';
import { deviceClock } from '../position.ts';
import { check, fail, pass, skipped, uncertain } from './check.ts';

export const UNCERTAIN_MS = 120_000;
export const WRONG_MS = 600_000;
/** The wall clock and the monotonic clock of one device run together this closely. */
export const TOGETHER_MS = 2_000;
/** Clients may send any number; the result must stay JSON. */
const BOUND_MS = 1e15;

export const clockSkew = check({
  question: "Does the device's clock agree with ours, and did it stand still while we looked?",
  group: 'time',
  // The person can set the clock and try again.
  codes: { clock_skew: { fail: 'retry', uncertain: 'ignore', remedy: 'check_device_clock' } },
  run({ evidence, now_ms }) {
    const epoch = deviceClock(evidence);
    if (epoch === null) return [skipped('clock_skew', 'no_clock')];
    const skew_ms = epoch - now_ms;
    const size = Math.abs(skew_ms);
    const { moved_ms, asleep_ms } = clockMoves(evidence);
    const inputs = { skew_ms, moved_ms, ...(asleep_ms > TOGETHER_MS && { asleep_ms }) };
    if (size > WRONG_MS || Math.abs(moved_ms ?? 0) > TOGETHER_MS) return [fail('clock_skew', 1, inputs)];
    const doubt = size > UNCERTAIN_MS || asleep_ms > TOGETHER_MS;
    return [doubt ? uncertain('clock_skew', 0.7, inputs) : pass('clock_skew', 1, inputs)];
  },
});

/**
 * The largest step of the wall clock against the monotonic clock, milliseconds; null when the client did not
 * look at both. A step forwards before the first reading is a device that slept during the prompt (its
 * monotonic clock stands still then): that is `asleep_ms`, and proves nothing.
 */
function clockMoves({ signals }: DecisionInput['evidence']): { moved_ms: number | null; asleep_ms: number } {
  const track = signals?.clock_track ?? [];
  if (track.length < 2) return { moved_ms: null, asleep_ms: 0 };
  let moved_ms = 0;
  let asleep_ms = 0;
  for (const [i, later] of track.slice(1).entries()) {
    const earlier = track[i]!;
    const step = later.epoch_ms - earlier.epoch_ms - (later.monotonic_ms - earlier.monotonic_ms);
    const bounded = Math.round(Math.max(-BOUND_MS, Math.min(BOUND_MS, Number.isNaN(step) ? 0 : step)));
    if (i === 0 && bounded > 0) asleep_ms = bounded;
    else if (Math.abs(bounded) > Math.abs(moved_ms)) moved_ms = bounded;
  }
  return { moved_ms: moved_ms || 0, asleep_ms };
}
