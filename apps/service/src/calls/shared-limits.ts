import { createHmac, type KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Limit } from '@standpoint/contract';
import type { Log } from '../database/log.ts';
import { cellsOf, Gcra, type Limiter, type Verdict, verdictOf } from './gcra.ts';
import { openRedis, type Redis, within } from './redis.ts';

export interface SharedLimits extends Limiter {
  /** Whether calls are counted in Redis at this moment. */
  readonly shared: boolean;
  close(): void;
}

export interface SharedOptions {
  url: string;
  /** Names the buckets: they hold customer ids and addresses, which Redis must not learn. */
  subkey: KeyObject;
  log: Pick<Log, 'warn'>;
  /** A call waits this long for Redis at most, in milliseconds. */
  answer_ms?: number;
  /** Time between two tries to reach Redis again, in milliseconds. */
  retry_ms?: number;
}

/** The host of REDIS_URL, without user and password. */
export const redisHost = (url: string): string => new URL(url).host;

/**
 * Counts in Redis (REDIS_URL), so that all nodes share each limit. Where Redis is down or slow, each node
 * counts in its own memory: a limit on throughput protects against load, and must not itself be the reason
 * why an honest call fails or waits. One call notices it; the calls after it do not wait at all until Redis
 * answers again.
 */
export async function openSharedLimits(options: SharedOptions): Promise<SharedLimits> {
  const limits = new RedisLimits(options);
  await limits.connect();
  return limits;
}

const SILENT_MS = 60_000;

class RedisLimits implements SharedLimits {
  readonly #memory = new Gcra();
  readonly #options: Required<SharedOptions>;
  readonly #closed = new AbortController();
  #silent_until = 0;
  /** Whether the log has the present outage. */
  #told = false;
  /** Null while Redis is away. */
  #redis: Redis | null = null;

  constructor(options: SharedOptions) {
    this.#options = { answer_ms: 50, retry_ms: 500, ...options };
  }

  get shared(): boolean {
    return this.#redis !== null;
  }

  take(bucket: string, limit: Limit, cost = 1): Verdict | Promise<Verdict> {
    const redis = this.#redis;
    return redis ? this.#ask(redis, bucket, limit, cost) : this.#memory.take(bucket, limit, cost);
  }

  async #ask(redis: Redis, bucket: string, limit: Limit, cost: number): Promise<Verdict> {
    const asked = { key: this.#keyOf(bucket), cost, ...cellsOf(limit) };
    try {
      const [early_us, ahead_us] = await within(this.#options.answer_ms, redis.take(asked));
      return verdictOf(limit, early_us, ahead_us);
    } catch (error) {
      this.#leave(redis, error);
      return this.#memory.take(bucket, limit, cost);
    }
  }

  #keyOf(bucket: string): string {
    const name = createHmac('sha256', this.#options.subkey).update(bucket).digest('base64url').slice(0, 22);
    return `standpoint:limit:${name}`;
  }

  /** Tries once at the start, so that the first calls are shared; then it goes on in the background. */
  async connect(): Promise<void> {
    try {
      await this.#open();
    } catch (error) {
      this.#report(error);
      void this.#reopen();
    }
  }

  async #open(): Promise<void> {
    const redis = await openRedis(this.#options.url, this.#options.answer_ms);
    // Closed meanwhile, or connected by another try.
    if (this.#closed.signal.aborted || this.#redis) return redis.close();
    redis.onLost((error) => this.#leave(redis, error));
    this.#redis = redis;
  }

  #leave(redis: Redis, error: unknown): void {
    // Of many calls that fail together, one ends the connection.
    if (this.#redis !== redis) return;
    this.#redis = null;
    redis.close();
    this.#report(error);
    void this.#reopen();
  }

  async #reopen(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted && !this.#redis) {
      await pause(this.#options.retry_ms, undefined, { ref: false, signal }).catch(() => {});
      if (!signal.aborted) await this.#open().catch(() => {});
    }
    if (!signal.aborted && this.#told)
      this.#options.log.warn({ redis: this.#host }, 'Limits are shared through Redis again.');
  }

  get #host(): string {
    return redisHost(this.#options.url);
  }

  /** Says it at most once a minute: a server may answer one call and refuse the next, over and over. */
  #report(error: unknown): void {
    const now = performance.now();
    this.#told = now >= this.#silent_until;
    if (!this.#told) return;
    this.#silent_until = now + SILENT_MS;
    this.#options.log.warn(
      { redis: this.#host, reason: (error as Error).message },
      'Redis does not answer: each node counts limits by itself until it does.',
    );
  }

  close(): void {
    this.#closed.abort();
    this.#redis?.close();
    this.#redis = null;
  }
}
