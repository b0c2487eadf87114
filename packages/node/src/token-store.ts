/** Remembers which result tokens were used, so that each one pays for one action. */
export interface TokenStore {
  /**
   * Returns true when this `jti` is seen for the first time; any other answer refuses the token. Use one
   * conditional insert (`INSERT … ON CONFLICT DO NOTHING`) into a database that all your processes share, and
   * keep the row at least until `expiresAt`. From then on the token is refused anyway.
   */
  consume(jti: string, expiresAt: Date): boolean | Promise<boolean>;
}

export interface MemoryTokenStoreOptions {
  /** The largest number of tokens that are remembered. Default 100,000, which take about 15 MB. */
  limit?: number;
}

/**
 * A store for one process: another process, or this one after a restart, accepts the same token again. When
 * it is full it forgets only expired tokens. If none has expired, it throws and the token stays unused: a
 * store that forgot a valid token would let it pay twice.
 */
export class MemoryTokenStore implements TokenStore {
  readonly #limit: number;
  readonly #used = new Map<string, number>();
  /** No remembered token expires before this moment. */
  #soonest = Number.POSITIVE_INFINITY;

  constructor({ limit = 100_000 }: MemoryTokenStoreOptions = {}) {
    if (!Number.isInteger(limit) || limit < 1) throw new TypeError('`limit` must be a whole number above 0');
    this.#limit = limit;
  }

  consume(jti: string, expiresAt: Date): boolean {
    if (this.#used.has(jti)) return false;
    if (this.#used.size >= this.#limit) this.#forgetExpired();
    if (this.#used.size >= this.#limit) {
      throw new RangeError(
        `${this.#limit} result tokens are in use: raise \`limit\`, or keep them in a database`,
      );
    }
    this.#used.set(jti, expiresAt.getTime());
    this.#soonest = Math.min(this.#soonest, expiresAt.getTime());
    return true;
  }

  #forgetExpired(): void {
    const now = Date.now();
    if (now < this.#soonest) return;
    this.#soonest = Number.POSITIVE_INFINITY;
    for (const [jti, expires] of this.#used) {
      if (expires <= now) this.#used.delete(jti);
      else this.#soonest = Math.min(this.#soonest, expires);
    }
  }
}
