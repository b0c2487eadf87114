import type { Limit, LimitKey, LimitOverrides } from '@standpoint/contract';
import { refuse } from '../refuse.ts';
import type { Limiter, Verdict } from './gcra.ts';
import { limitOf } from './limits.ts';

/** RateLimit fields of a refusal (draft-ietf-httpapi-ratelimit-headers), and when to come again. */
export const limitRefusal = (name: string, { rate, burst }: Limit, retry_after_s: number) => ({
  retry_after_s,
  headers: {
    'ratelimit-policy': `"${name}";q=${Math.ceil(burst)};w=${Math.max(1, Math.round(burst / rate))}`,
    ratelimit: `"${name}";r=0;t=${retry_after_s}`,
  },
});

type Code = 'rate_limited' | 'slow_down';

/** A limit, or null where it is switched off, with the name of its bucket. */
export interface Taken {
  name: LimitKey;
  bucket: string;
  limit: Limit | null;
  /** How many calls it stands for; 1 where it is left out. A cost above the burst counts as the burst. */
  cost?: number;
}

/**
 * Takes one call from the bucket of a limit, or refuses it with `code`. Where the limit is counted in memory,
 * it refuses at once and returns nothing to wait for; the caller has to wait for a promise.
 */
export function takeOrRefuse(
  limiter: Limiter,
  { name, bucket, limit, cost = 1 }: Taken,
  code: Code = 'rate_limited',
): Promise<void> | undefined {
  if (!limit) return;
  const judge = ({ allowed, retry_after_s }: Verdict) => {
    if (!allowed) refuse(code, `${name} of ${bucket}`, limitRefusal(name, limit, retry_after_s));
  };
  const verdict = limiter.take(`${name}|${bucket}`, limit, Math.min(cost, Math.max(1, limit.burst)));
  if (verdict instanceof Promise) return verdict.then(judge);
  judge(verdict);
}

/**
 * Takes one call from the bucket of a limit that only the operator sets, for callers without a credential.
 */
export const takeForStranger = (
  { limiter, address_limits }: { limiter: Limiter; address_limits: LimitOverrides },
  name: LimitKey,
  bucket: string,
): Promise<void> | undefined => takeOrRefuse(limiter, { name, bucket, limit: limitOf(name, address_limits) });
