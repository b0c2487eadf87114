import type { Notices } from '../database/listen.ts';
import type { Limiter } from './gcra.ts';
import { type LimitWorld, limitOf, overridesOf } from './limits.ts';
import { takeOrRefuse } from './take.ts';

interface Waiter {
  subject: string;
  wake(why: 'news' | 'superseded'): void;
}

/**
 * The calls that wait for news of a subject, such as a session. One call waits per token: a newer poll
 * answers the older one at once.
 */
export class StatusWaiters {
  readonly #byToken = new Map<string, Waiter>();
  readonly #bySubject = new Map<string, Set<Waiter>>();
  /** The version that each token was given last. */
  readonly #told = new Map<string, number>();
  #released = false;

  /** Each notice on one of the channels carries the id of the subject that has news. */
  constructor(notices: Notices, channels: readonly string[]) {
    for (const channel of channels) notices.on(channel, (subject) => this.#news(subject));
  }

  #news(subject: string): void {
    // An empty notice means that some notices may have been missed: every waiter looks again.
    const woken = subject ? [this.#bySubject.get(subject) ?? []] : [...this.#bySubject.values()];
    for (const waiters of woken) for (const waiter of [...waiters]) waiter.wake('news');
  }

  /**
   * Begins to listen before the caller reads the state, so that no change falls between; `until` then waits.
   */
  enter(
    token_jti: string,
    subject: string,
  ): { until(ms: number): Promise<'news' | 'superseded' | 'time'>; leave(): void } {
    this.#byToken.get(token_jti)?.wake('superseded');
    let pending: 'news' | 'superseded' | null = this.#released ? 'superseded' : null;
    let wakeUp: (() => void) | null = null;
    const waiter: Waiter = {
      subject,
      wake(why) {
        if (pending !== 'superseded') pending = why;
        wakeUp?.();
      },
    };
    this.#byToken.set(token_jti, waiter);
    const waiters = this.#bySubject.get(subject) ?? new Set();
    this.#bySubject.set(subject, waiters.add(waiter));
    return {
      async until(ms) {
        if (!pending) {
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, ms);
            wakeUp = () => {
              clearTimeout(timer);
              resolve();
            };
          });
        }
        const why = pending ?? 'time';
        pending = null;
        return why;
      },
      leave: () => {
        waiters.delete(waiter);
        if (waiters.size === 0 && this.#bySubject.get(subject) === waiters) this.#bySubject.delete(subject);
        if (this.#byToken.get(token_jti) === waiter) this.#byToken.delete(token_jti);
      },
    };
  }

  /** Whether the token has not been given this version yet; remembers that it now has. */
  isNews(token_jti: string, version: number): boolean {
    if (this.#told.get(token_jti) === version) return false;
    this.#told.delete(token_jti);
    for (const oldest of this.#told.keys()) {
      if (this.#told.size < 50_000) break;
      this.#told.delete(oldest);
    }
    this.#told.set(token_jti, version);
    return true;
  }

  /** How many calls wait. */
  get waiting(): number {
    return this.#byToken.size;
  }

  /** Answers every waiting call at once, and each that comes later: the service goes down. */
  release(): void {
    this.#released = true;
    for (const waiter of [...this.#byToken.values()]) waiter.wake('superseded');
  }
}

/** The parts of the world that a poll needs. */
interface PollWorld extends LimitWorld {
  clock: { now(): number };
  waiters: StatusWaiters;
  limiter: Limiter;
}

/** The token that polls, and the organization whose limits count. */
interface Poller {
  org: string;
  token_jti: string;
}

/** How to poll one kind of thing. */
interface Polled<T> extends Poller {
  /** The id that notices carry. */
  subject: string;
  version(state: T): number;
  /** The state by the clock: it may change without a new version. */
  name(state: T): string;
  /** Nothing will change any more. Waiting for that would be a way around the limit. */
  ended(state: T): boolean;
  /** Milliseconds of the service's clock at which a timer changes the state; null when none does. */
  nextChange(state: T): number | null;
  read(): Promise<T>;
}

/**
 * The state that answers a poll. With `wait` (seconds) and the current version as `since`, the answer comes
 * when there is news, when a newer poll supersedes this one, or when the time is over.
 */
export async function longPoll<T>(
  world: PollWorld,
  first: T,
  { wait, since }: { wait?: string; since?: string },
  polled: Polled<T>,
): Promise<T> {
  const { token_jti } = polled;
  const wait_ms = Number(wait ?? 0) * 1_000;
  const current = since !== undefined && polled.version(first) === Number(since);
  if (wait_ms > 0 && current && !polled.ended(first)) {
    const state = await waitForNews(world, first, wait_ms, polled);
    world.waiters.isNews(token_jti, polled.version(state));
    return state;
  }
  await limitPoll(world, polled, polled.version(first));
  return first;
}

/**
 * A poll that brings news is never refused. A poll without news is limited: five at once, then one a second.
 * 429 `slow_down`.
 */
export async function limitPoll(
  world: PollWorld,
  { org, token_jti }: Poller,
  version: number,
): Promise<void> {
  if (world.waiters.isNews(token_jti, version)) return;
  const limit = limitOf('session_status', ...(await overridesOf(world, org)));
  await takeOrRefuse(world.limiter, { name: 'session_status', bucket: token_jti, limit }, 'slow_down');
}

async function waitForNews<T>(world: PollWorld, seen: T, wait_ms: number, polled: Polled<T>): Promise<T> {
  const end = performance.now() + wait_ms;
  const [version, name] = [polled.version(seen), polled.name(seen)];
  const waiter = world.waiters.enter(polled.token_jti, polled.subject);
  try {
    for (;;) {
      const state = await polled.read();
      const left = end - performance.now();
      if (polled.version(state) !== version || polled.name(state) !== name || left <= 0) return state;
      const due = (polled.nextChange(state) ?? Number.POSITIVE_INFINITY) - world.clock.now();
      if ((await waiter.until(Math.max(1, Math.min(left, due + 1)))) === 'superseded')
        return await polled.read();
    }
  } finally {
    waiter.leave();
  }
}

/** Whether `If-None-Match` names this ETag, weak or strong (RFC 9110 §13.1.2). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
