import type { Scope } from './endpoint.ts';
import { formed, optional } from './schema.ts';

/** What every endpoint for a results key has: its credential, its limit, no CORS. */
export const results = <const S extends Scope>(scope: S) => ({
  credential: ['results_key'] as const,
  scope,
  limit: 'results' as const,
  cors: 'none' as const,
});

/** Refusals of any endpoint for a results key. */
export const WITH_RESULTS_KEY = [
  'invalid_request',
  'api_key_missing',
  'api_key_invalid',
  'key_in_browser',
  'ip_not_allowed',
  'scope_denied',
  'environment_mismatch',
] as const;

/**
 * A write that must not happen twice when its answer is lost and the call is repeated. Without the header
 * nothing is stored.
 */
export const repeatable = { idempotency_key: true } as const;
/** Refusals of a write that is `repeatable`. */
export const WITH_REPEATS = ['idempotency_mismatch', 'idempotency_in_flight'] as const;

/**
 * The query of a list, one page at a time. `cursor` is the form of the list's own cursors: another text would
 * be read as the first page, and the caller would read that page for ever.
 */
export const page = (cursor: string) => ({
  cursor: optional(formed(`^${cursor}$`, 'the next_cursor of an earlier page of this list')),
  /** 1 to 100, default 20. */
  limit: optional(formed('^([1-9][0-9]?|100)$', 'a whole number from 1 to 100')),
});
