import type { DecisionInput } from '../facts.ts';
import { check, fail, pass, skipped } from './check.ts';

export const permission = check({
  question: 'Was the client allowed to read its position?',
  group: 'position',
  codes: {
    permission_denied: { fail: 'retry', outcomes: ['fail'], remedy: 'open_location_settings' },
    permission_blocked_by_policy: { fail: 'retry', outcomes: ['fail'], remedy: 'ask_site_owner' },
  },
  run(input) {
    const inputs = {
      state: input.evidence.permission?.state ?? null,
      error: input.evidence.position_error ?? null,
    };
    const found = permissionFinding(input);
    return (['permission_denied', 'permission_blocked_by_policy'] as const).map((code) => {
      if (found === code) return fail(code, 1, inputs);
      if (input.position || inputs.state === 'granted') return pass(code, 1, inputs);
      return skipped(code, found ? 'another_cause' : 'no_permission_state');
    });
  },
});

/** A usable position outranks the reported permission: browsers are slow to report that it was granted. */
export function permissionFinding({ evidence, position }: DecisionInput) {
  if (position) return null;
  const state = evidence.permission?.state;
  if (state === 'blocked_by_policy') return 'permission_blocked_by_policy';
  const refused =
    state === 'denied' || state === 'dismissed' || evidence.position_error === 'permission_denied';
  return refused ? 'permission_denied' : null;
}
