import type { Verification } from '@standpoint/contract';
import { expect, test } from 'vitest';
import { answerOf, inputLines } from './answer.ts';

const record = (more: Partial<Verification>): Verification =>
  ({
    decision: 'pass',
    decision_source: 'auto',
    reason_codes: [],
    erased: false,
    jurisdiction: { country: 'US', subdivision: 'US-NJ' },
    position: { lat: 40, lng: -74, p95_m: 1_234.4, measured_at: '2026-11-23T10:00:00.000Z' },
    ...more,
  }) as Verification;

test.each([
  [{}, 'The device stands in United States (US-NJ), to 1,234\u00a0m. Every check of the policy passed.'],
  [
    { decision: 'fail', reason_codes: ['ip_vpn', 'automation'] },
    'The device stands in United States (US-NJ), to 1,234\u00a0m. Address of a VPN, and 1 more. The ' +
      'policy does not let this pass.',
  ],
  [
    { decision: 'retry', position: null, reason_codes: ['permission_denied'] },
    'No position was given. Location was not allowed. The person may try again.',
  ],
  [{ erased: true }, 'The person’s data was erased. Ids, time and decision stay.'],
] as [Partial<Verification>, string][])('%o', (more, words) => {
  expect(answerOf(record(more))).toBe(words);
});

test('who decided is said where it was not the checks', () => {
  expect(answerOf(record({ decision_source: 'review' }))).toMatch(/A reviewer decided it/);
  expect(answerOf(record({ decision_source: 'simulated' }))).toMatch(/simulated in the sandbox/);
});

test('inputs of a check are lines', () => {
  expect(inputLines({ p95_m: 420, limit: { m: 200 }, known: null })).toBe(
    'p95_m: 420\nlimit: {"m":200}\nknown: null',
  );
});
