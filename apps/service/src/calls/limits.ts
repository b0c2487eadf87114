import { LIMITS, type Limit, type LimitKey } from '@standpoint/contract';
import { refuse } from '../refuse.ts';

/**
 * The limits that an operator may set: an average rate per second with its burst, or a plain number for both; 0 is off.
 */
export type LimitOverrides = Partial<Record<LimitKey, number | { rate: number; burst?: number }>>;

/** Limits of addresses and of callers without a credential: no organization may raise them for all others. */
const OF_THE_OPERATOR: readonly string[] = [
  'verify_address',
  'collect_address',
  'short_code_miss',
  'public_address',
  'demo_address',
  'demo',
] satisfies LimitKey[];

/**
 * Checks the content of a limits file. Returns its problems, each as a phrase that a message can quote. In an
 * organization's file, the limits that only the operator sets are problems too, because they would be ignored.
 */
export function limitProblems(value: unknown, whose: 'operator' | 'organization' = 'operator'): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return ['a limits file holds one JSON object'];
  return Object.entries(value).flatMap(([name, entry]) => {
    if (!(name in LIMITS))
      return [`${name} is not a limit; the limits are ${Object.keys(LIMITS).join(', ')}`];
    if (whose === 'organization' && OF_THE_OPERATOR.includes(name))
      return [`${name} is not a limit of an organization; the operator sets it in STANDPOINT_LIMITS_FILE`];
    return isLimit(entry)
      ? []
      : [`${name} must be a number ≥ 0, or {"rate": per second ≥ 0, "burst": n ≥ 1}; 0 switches it off`];
  });
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function isLimit(entry: unknown): boolean {
  if (isNumber(entry)) return entry >= 0;
  if (typeof entry !== 'object' || entry === null) return false;
  const { rate, burst, ...unknown } = entry as { rate?: unknown; burst?: unknown };
  if (Object.keys(unknown).length > 0 || !isNumber(rate) || rate < 0) return false;
  // With a burst below 1 no call would ever be allowed, except where the limit is off.
  return burst === undefined || (isNumber(burst) && (burst >= 1 || rate === 0));
}

/** The limit in force, or null when it is switched off. */
export function limitOf(name: LimitKey, ...overrides: (LimitOverrides | undefined)[]): Limit | null {
  for (const override of overrides) {
    const entry = override?.[name];
    if (entry === undefined) continue;
    const rate = typeof entry === 'number' ? entry : entry.rate;
    const burst = typeof entry === 'number' ? Math.max(1, entry * 2) : (entry.burst ?? Math.max(1, rate * 2));
    return rate === 0 ? null : { rate, burst };
  }
  return LIMITS[name];
}

export interface Verdict {
  allowed: boolean;
  /** Whole seconds until the next one is allowed. */
  retry_after_s: number;
  remaining: number;
  limit: Limit;
}

/**
 * GCRA (generic cell rate algorithm): one timestamp per bucket, no doubling at window edges. Per node, in
 * memory. A theoretical arrival time in the past is the same as an empty bucket, so old entries are simply
 * dropped.
 */
export class Gcra {
  readonly #arrivals = new Map<string, number>();
  #sweepAt = 0;

  /** Takes one from the bucket if it may; refusals cost nothing. `cost` 0 only looks. */
  take(bucket: string, limit: Limit, now: number, cost = 1): Verdict {
    const interval = 1000 / limit.rate;
    const arrival = Math.max(this.#arrivals.get(bucket) ?? 0, now);
    const earliest = arrival + Math.max(cost, 1) * interval - limit.burst * interval;
    const allowed = earliest <= now + 1e-6;
    const next = allowed ? arrival + cost * interval : arrival;
    if (allowed && cost > 0) this.#arrivals.set(bucket, next);
    if (now > this.#sweepAt) this.#sweep(now);
    return {
      allowed,
      retry_after_s: allowed ? 0 : Math.max(1, Math.ceil((earliest - now) / 1000)),
      remaining: Math.max(0, Math.floor((now - next) / interval + limit.burst)),
      limit,
    };
  }

  #sweep(now: number): void {
    for (const [bucket, arrival] of this.#arrivals) if (arrival < now) this.#arrivals.delete(bucket);
    this.#sweepAt = now + 10_000;
  }
}

/** RateLimit fields of a refusal (draft-ietf-httpapi-ratelimit-headers), and when to come again. */
export const limitRefusal = (name: string, { rate, burst }: Limit, retry_after_s: number) => ({
  retry_after_s,
  headers: {
    'ratelimit-policy': `"${name}";q=${Math.ceil(burst)};w=${Math.max(1, Math.round(burst / rate))}`,
    ratelimit: `"${name}";r=0;t=${retry_after_s}`,
  },
});

/**
 * Takes one call from the bucket of a limit that only the operator sets, for callers without a credential.
 */
export const takeForStranger = (
  { gcra, address_limits }: { gcra: Gcra; address_limits: LimitOverrides },
  name: LimitKey,
  bucket: string,
): void => takeOrRefuse(gcra, { name, bucket, limit: limitOf(name, address_limits) });

/** Takes one call from the bucket of a limit, or refuses it with `code`. `limit` null: it is switched off. */
export function takeOrRefuse(
  gcra: Gcra,
  { name, bucket, limit }: { name: LimitKey; bucket: string; limit: Limit | null },
  code: 'rate_limited' | 'slow_down' = 'rate_limited',
): void {
  if (!limit) return;
  const { allowed, retry_after_s } = gcra.take(`${name}|${bucket}`, limit, performance.now());
  if (!allowed) refuse(code, `${name} of ${bucket}`, limitRefusal(name, limit, retry_after_s));
}
