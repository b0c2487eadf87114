import type { CodeWords } from '../finding.ts';
import { listOf, textOf } from '../finding.ts';
import { count, metres, time } from '../numbers.ts';

const ERRORS: Record<string, string> = {
  permission_denied: 'the permission was denied',
  position_unavailable: 'the device found none',
  position_timeout: 'the device took too long',
  unsupported: 'the browser has no such function',
};
const STATES: Record<string, string> = {
  granted: 'allowed',
  denied: 'denied',
  prompt: 'not answered',
  dismissed: 'closed without an answer',
  blocked_by_policy: 'blocked by the page',
  unknown: 'not known',
};

const state = (value: unknown): string => STATES[textOf(value, 'unknown')] ?? textOf(value);

export const POSITION: Record<string, CodeWords> = {
  permission_denied: {
    pass: 'Yes, location was allowed.',
    found: ({ state: was, error }) =>
      `No: ${was ? `the permission was ${state(was)}` : (ERRORS[textOf(error)] ?? 'it was denied')}.`,
  },
  permission_blocked_by_policy: {
    pass: 'The page lets location through.',
    found: 'No: the page around it is set up to block location.',
  },
  position_unavailable: {
    pass: ({ readings }) => `${count(readings, 'reading')} came.`,
    found: ({ error, rejected }) => {
      const unusable = listOf(rejected).join(', ').replaceAll('_', ' ');
      const why = ERRORS[textOf(error)] ?? 'no reason was given';
      return `None came: ${why}${unusable ? `; not usable: ${unusable}` : ''}.`;
    },
  },
  position_timeout: {
    pass: ({ readings }) => `${count(readings, 'reading')} came in time.`,
    found: 'None came: the device took too long.',
  },
  evidence_incomplete: {
    pass: ({ sdk }) => `Everything that version ${textOf(sdk)} always sends is there.`,
    found: ({ missing, not_run }) =>
      listOf(missing).length > 0
        ? `Missing: ${listOf(missing).join(', ')}.`
        : `Could not run: ${Object.entries((not_run ?? {}) as Record<string, string>)
            .map(([probe, why]) => `${probe} (${why.replaceAll('_', ' ')})`)
            .join(', ')}.`,
  },
  position_stale: {
    pass: ({ age_ms }) => `${time(age_ms)} old.`,
    found: ({ age_ms }) => `${time(age_ms)} old: it tells where the device was.`,
    limit: ({ limit_ms }) => `at most ${time(limit_ms)}`,
  },
  position_in_future: {
    pass: ({ ahead_ms }) => (ahead_ms === 0 ? 'Not from the future.' : `${time(ahead_ms)} ahead.`),
    found: ({ ahead_ms }) => `${time(ahead_ms)} ahead of both clocks.`,
    limit: ({ limit_ms }) => `at most ${time(limit_ms)}`,
  },
  precise_location_off: {
    pass: ({ precise, p95_m }) =>
      precise ? 'Precise location is on.' : `Approximate only, ${metres(p95_m)}: enough for this policy.`,
    found: ({ p95_m }) => `Only an approximate position was shared, ${metres(p95_m)}.`,
    limit: ({ limit_m }) => `at most ${metres(limit_m)}`,
  },
  accuracy_too_low: {
    pass: ({ p95_m }) => `${metres(p95_m)} (95\u00a0%).`,
    found: ({ p95_m }) => `${metres(p95_m)} (95\u00a0%): not precise enough.`,
    limit: ({ limit_m }) => `at most ${metres(limit_m)}`,
  },
};
