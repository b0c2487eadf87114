import { existsSync, readFileSync } from 'node:fs';
import { ANYWHERE, DASHBOARD_ENDPOINTS, ENDPOINTS, ERRORS, type ErrorCode } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';

const REPOSITORY = new URL('../../../', import.meta.url);
const DOCS = new URL('docs/errors.md', REPOSITORY);
const codes = Object.keys(ERRORS) as ErrorCode[];

/** Interface §7, written by hand: the closed list of codes that integrators program against. */
const CLOSED = `
400 invalid_request invalid_json
401 api_key_missing api_key_invalid token_missing token_invalid token_expired proof_invalid
403 scope_denied ip_not_allowed environment_mismatch key_in_browser origin_not_allowed attestation_failed
403 not_active_device consent_required token_wrong_purpose handoff_not_allowed handoff_unconfirmed
404 not_found workflow_not_found policy_not_found session_not_found handoff_not_found short_code_not_found
405 method_not_allowed
409 draft_changed backtest_needed sandbox_not_empty
409 token_already_used already_reviewed review_held legal_hold handoff_claimed attempt_open session_terminal
409 idempotency_in_flight
410 short_code_expired short_code_used attempt_expired
413 body_too_large
415 unsupported_media_type
422 payload_unreadable payload_stale challenge_mismatch workflow_inactive
422 attempts_exhausted image_unusable idempotency_mismatch
428 client_required
429 rate_limited slow_down
500 internal
500 record_contradicted
503 unavailable`;

describe('the table of error codes', () => {
  it('is the closed list of the interface, with its statuses', () => {
    const listed = CLOSED.trim()
      .split('\n')
      .flatMap((line) => {
        const [status, ...names] = line.split(' ');
        return names.map((name) => `${status} ${name}`);
      });
    const table = codes.map((code) => `${ERRORS[code].status} ${code}`).sort();
    expect(table, 'Add a new code to CLOSED in this file and to interface §7.').toEqual(listed.sort());
  });

  it('says what happened in each public sentence, and marks only repeatable calls as retryable', () => {
    for (const code of codes) expect(ERRORS[code].message, code).toMatch(/^[A-Z].{10,}\.$/);
    expect(codes.filter((code) => ERRORS[code].retryable).sort()).toEqual(
      ['idempotency_in_flight', 'internal', 'rate_limited', 'review_held', 'slow_down', 'unavailable'].sort(),
    );
  });

  it('lists only codes that some endpoint can answer with', () => {
    const used = new Set([
      ...ANYWHERE,
      ...[...ENDPOINTS, ...DASHBOARD_ENDPOINTS].flatMap(({ errors }) => errors),
    ]);
    expect(codes.filter((code) => !used.has(code))).toEqual([]);
  });
});

describe.skipIf(!existsSync(DOCS))('docs/errors.md', () => {
  const lines = existsSync(DOCS) ? readFileSync(DOCS, 'utf8').split('\n') : [];
  /** A code has a line of its own: a heading or the first cell of a table's row. */
  const entries = lines.filter((line) => /^(#{1,6}\s|\|)/.test(line));
  const ofCode = (code: string) =>
    entries.filter(
      (line) =>
        /^(#{1,6}\s+|\|\s*)(\d{3}\s*\|?\s*)?(<a [^>]*>(<\/a>)?\s*)?`?([a-z_]+)`?/.exec(line)?.[5] === code,
    );

  it.each(codes)('has %s once, with its status', (code) => {
    const found = ofCode(code);
    expect(found, found.join('\n')).toHaveLength(1);
    const at = lines.indexOf(found[0]!);
    const upward = lines.slice(0, at + 1).reverse();
    const near = [
      lines.slice(at, at + 4).join(' '),
      upward.find((line) => /^#{1,6} .*\b[45]\d\d\b/.test(line)) ?? '',
    ];
    expect(
      near.some((text) => text.includes(String(ERRORS[code].status))),
      near.join(' … '),
    ).toBe(true);
  });

  it('names only codes that exist', () => {
    const named = entries.flatMap((line) => line.match(/(?<=`)[a-z]+(?:_[a-z]+)+(?=`)/g) ?? []);
    expect(named.filter((name) => !(name in ERRORS))).toEqual([]);
  });
});
