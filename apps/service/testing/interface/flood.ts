import { LIMITS, type LimitKey } from '@standpoint/contract';
import { expect } from 'vitest';
import { browserEvidence, seal } from '../browser-payload.ts';
import { expectRefusal } from '../refusals.ts';
import type { CallOptions, TestAnswer, TestService } from '../service.ts';

let made = 0;
/** An address of its own for every test, so that no two tests share a bucket. */
export const address = () => {
  made++;
  return `93.${made >> 8}.${made & 255}.1`;
};
export const someone = () => `someone-${++made}`;

/** The calls of area A whose limits are tried. */
export const callsOf = (service: TestService) => ({
  preflight: (key: string, customer_id = someone(), more: Partial<CallOptions> = {}) =>
    service.call({
      path: '/geolocation/preflight',
      token: key,
      body: { customer_id, transaction_type: 'deposit' },
      ...more,
    }),
  verify: async (token: string, ip: string) =>
    service.call({
      path: '/geolocation/verify',
      token,
      ip,
      body: { payload: await seal(token, browserEvidence()) },
    }),
});

interface Flood {
  allowed: number;
  seconds: number;
  refused: TestAnswer;
}

/**
 * Calls until the first refusal. The result says how many calls were let in, how long it took, and what the
 * refusal was. `together` is the number of calls at once, so that a busy machine still outruns the bucket.
 */
export async function flood(call: () => Promise<TestAnswer>, most: number, together = 1): Promise<Flood> {
  const began = performance.now();
  let allowed = 0;
  while (allowed <= most) {
    const answers = await Promise.all(Array.from({ length: together }, call));
    const refused = answers.find(({ status }) => status === 429);
    allowed += answers.filter(({ status }) => status !== 429).length;
    for (const { status, text } of answers) expect(status, text).toBeLessThan(500);
    if (refused) return { allowed, seconds: (performance.now() - began) / 1000, refused };
  }
  throw new Error(`no refusal within ${most} calls`);
}

/** A bucket lets in its burst at once, then its rate. */
export function expectLimit(name: LimitKey, { allowed, seconds, refused }: Flood): void {
  const { rate, burst } = LIMITS[name];
  expect(allowed).toBeGreaterThanOrEqual(burst);
  expect(allowed).toBeLessThanOrEqual(burst + Math.ceil(rate * seconds) + 1);
  expectRefusal(refused, 429, 'rate_limited');
  const retry = Number(refused.headers['retry-after']);
  expect(retry).toBeGreaterThanOrEqual(1);
  expect(retry).toBeLessThanOrEqual(Math.ceil(1 / rate) + 1);
  expect(refused.data.error).toMatchObject({ retryable: true, retry_after_s: retry });
  expect(refused.headers['ratelimit-policy']).toBe(
    `"${name}";q=${burst};w=${Math.max(1, Math.round(burst / rate))}`,
  );
  expect(refused.headers.ratelimit).toBe(`"${name}";r=0;t=${retry}`);
}
