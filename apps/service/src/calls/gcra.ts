import type { Limit } from '@standpoint/contract';

export interface Verdict {
  allowed: boolean;
  /** Whole seconds until the next one is allowed. */
  retry_after_s: number;
  remaining: number;
  limit: Limit;
}

/**
 * Counts calls against limits: in the memory of this process, or shared with other nodes. The memory answers
 * at once, so that the busiest calls wait for nothing.
 */
export interface Limiter {
  /** Takes `cost` from the bucket if it may; a refusal costs nothing. `cost` 0 only looks. */
  take(bucket: string, limit: Limit, cost?: number): Verdict | Promise<Verdict>;
}

/**
 * A limit in whole microseconds: the time that one call takes, and how far ahead of the clock a bucket may
 * be. Whole numbers have no rounding errors, so the memory and Redis agree on every call.
 */
export const cellsOf = ({ rate, burst }: Limit) => {
  const interval_us = Math.min(Math.max(1, Math.round(1e6 / rate)), FARTHEST_US);
  return { interval_us, depth_us: Math.min(Math.round(burst * interval_us), 4 * FARTHEST_US) };
};

/** About 30 years. A time of day and a few of these together are still whole numbers for JavaScript and Lua. */
const FARTHEST_US = 1e15;

/** `early_us`: how much too early the call came, or at most 0. `ahead_us`: how full the bucket is now. */
export function verdictOf(limit: Limit, early_us: number, ahead_us: number): Verdict {
  const { interval_us } = cellsOf(limit);
  const allowed = early_us <= 0;
  return {
    allowed,
    retry_after_s: allowed ? 0 : Math.max(1, Math.ceil(early_us / 1e6)),
    remaining: Math.max(0, Math.floor(limit.burst - ahead_us / interval_us)),
    limit,
  };
}

const SWEEP_EVERY_US = 10e6;

/**
 * GCRA (generic cell rate algorithm): one timestamp per bucket, no doubling at window edges. Per process, in
 * memory. A theoretical arrival time in the past is the same as an empty bucket, so old entries are simply
 * dropped.
 */
export class Gcra implements Limiter {
  readonly #arrivals = new Map<string, number>();
  readonly #now_ms: () => number;
  #sweepAt = 0;

  constructor(now_ms: () => number = () => performance.now()) {
    this.#now_ms = now_ms;
  }

  take(bucket: string, limit: Limit, cost = 1): Verdict {
    const now = Math.round(this.#now_ms() * 1_000);
    const { interval_us, depth_us } = cellsOf(limit);
    let arrival = Math.max(this.#arrivals.get(bucket) ?? 0, now);
    const early = arrival + Math.max(cost, 1) * interval_us - depth_us - now;
    if (early <= 0 && cost > 0) {
      arrival += cost * interval_us;
      this.#arrivals.set(bucket, arrival);
    }
    if (now > this.#sweepAt) this.#sweep(now);
    return verdictOf(limit, early, arrival - now);
  }

  #sweep(now: number): void {
    for (const [bucket, arrival] of this.#arrivals) if (arrival < now) this.#arrivals.delete(bucket);
    this.#sweepAt = now + SWEEP_EVERY_US;
  }
}
