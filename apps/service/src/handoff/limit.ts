import { LIMITS, type Limit } from '@standpoint/contract';
import type { Deps } from '../deps.ts';

/** A limit that area B enforces itself, as the operator's file sets it; null when it is switched off. */
export function limitOf({ address_limits }: Deps, name: 'short_code_miss' | 'session_status'): Limit | null {
  const entry = address_limits[name];
  if (entry === undefined) return LIMITS[name];
  const { rate, burst } = typeof entry === 'number' ? { rate: entry, burst: undefined } : entry;
  return rate === 0 ? null : { rate, burst: burst ?? Math.max(1, rate * 2) };
}

/** RateLimit fields of a refusal (draft-ietf-httpapi-ratelimit-headers), and when to come again. */
export const limitRefusal = (name: string, { rate, burst }: Limit, retry_after_s: number) => ({
  retry_after_s,
  headers: {
    'ratelimit-policy': `"${name}";q=${Math.ceil(burst)};w=${Math.max(1, Math.round(burst / rate))}`,
    ratelimit: `"${name}";r=0;t=${retry_after_s}`,
  },
});
