import type { DecisionInput } from '../facts.ts';
import { FUTURE_TOLERANCE_MS } from '../position.ts';
import { maxAgeMs } from '../thresholds.ts';
import { check, fail, pass, skipped } from './check.ts';

export const freshness = check({
  question: 'Does the fix show where the device is now?',
  group: 'position',
  codes: {
    position_stale: { fail: 'retry', outcomes: ['fail'], remedy: 'retry_now' },
    position_in_future: { fail: 'retry', outcomes: ['fail'], remedy: 'check_device_clock' },
  },
  run(input) {
    const { position } = input;
    if (!position)
      return [skipped('position_stale', 'no_position'), skipped('position_in_future', 'no_position')];
    const limit_ms = maxAgeMs(input.policy.definition);
    const stale = { age_ms: position.age_ms, limit_ms };
    const future = { ahead_ms: position.ahead_ms, limit_ms: FUTURE_TOLERANCE_MS };
    return [
      isStale(input) ? fail('position_stale', 1, stale) : pass('position_stale', 1, stale),
      isInFuture(input) ? fail('position_in_future', 1, future) : pass('position_in_future', 1, future),
    ];
  },
});

const isStale = ({ position, policy }: DecisionInput) =>
  position !== null && position.age_ms > maxAgeMs(policy.definition);
const isInFuture = ({ position }: DecisionInput) =>
  position !== null && position.ahead_ms > FUTURE_TOLERANCE_MS;

/**
 * The reason why nothing may be concluded about the present place, or null. An old fix tells where the device
 * was, so it must lead to a retry and not to a refusal.
 */
export function whyNotCurrent(input: DecisionInput): string | null {
  if (!input.position) return 'no_position';
  if (isStale(input)) return 'position_stale';
  return isInFuture(input) ? 'position_in_future' : null;
}
