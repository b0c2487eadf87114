import type { Deps } from '../deps.ts';

interface Waiter {
  subject: string;
  wake(why: 'news' | 'superseded'): void;
}

/**
 * Those who wait for news of one thing, such as a session: one per token, the newer poll answers the older
 * one at once.
 */
export class StatusWaiters {
  readonly #byToken = new Map<string, Waiter>();
  readonly #bySubject = new Map<string, Set<Waiter>>();
  /** The version that each token was told last, and until when that matters. */
  readonly #told = new Map<string, number>();

  /** `channel` carries the id of what has news. */
  constructor(notices: Deps['notices'], channel: string) {
    notices.on(channel, (subject) => this.#news(subject));
  }

  #news(subject: string): void {
    // An empty notice: some may have been missed, so everyone looks again.
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
    let pending: 'news' | 'superseded' | null = null;
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

  /** Whether the token has not been told this version yet; remembers that it now is. */
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

  /** Answers everyone who waits, so that the service can stop without waiting for them. */
  release(): void {
    for (const waiter of [...this.#byToken.values()]) waiter.wake('superseded');
  }
}
