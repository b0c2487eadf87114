import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ScreenName } from '../flow/state.ts';
import { askBeforeExpiry } from './expiring.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const tokenOf = (claims: object): string =>
  `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
const asked = (screen: ScreenName, claims: object, after_s: number): unknown[] => {
  const posted: unknown[] = [];
  askBeforeExpiry(
    tokenOf(claims),
    () => screen,
    (message) => posted.push(message),
  );
  vi.advanceTimersByTime(after_s * 1_000);
  return posted;
};
const HALF_AN_HOUR = { iat: 5_000, exp: 6_800 };

test('face-token-renew: asks for another token two minutes before the end, whatever the clock says', () => {
  expect(asked('consent', HALF_AN_HOUR, 1_679)).toEqual([]);
  expect(asked('consent', HALF_AN_HOUR, 1_681)).toEqual([{ type: 'token_needed', reason: 'expiring' }]);
});

test('does not ask while the person would lose what they have done', () => {
  for (const screen of ['capture', 'uploading', 'processing', 'handoff', 'result'] as const)
    expect(asked(screen, HALF_AN_HOUR, 1_700)).toEqual([]);
});

test('does not ask for a token without a life of its own', () => {
  for (const claims of [{}, { iat: 1, exp: 100 }, { iat: 'x', exp: 'y' }])
    expect(asked('consent', claims, 2_000)).toEqual([]);
});
