import { setTimeout as after } from 'node:timers/promises';

/** Uploads in progress at once, each with up to 8 MB in memory: of the whole sandbox, and of one network. */
export const SANDBOX_UPLOADS = { all: 32, network: 16 } as const;
/**
 * Milliseconds after which work of the sandbox goes on even if production is busy, so that it is slow but
 * never stops.
 */
const PATIENCE_MS = 1_000;

/**
 * Limits what uploads of the sandbox may take of the process that production shares with them. Strangers who
 * reach a demo can upload. Each upload costs memory while it is read and threads while it is decoded, before
 * any worker looks at it.
 */
export class SandboxUploads {
  readonly #networks = new Map<string, number>();
  #all = 0;
  #last: Promise<unknown> = Promise.resolve();
  #production = 0;
  #quiet = Promise.withResolvers<void>();

  /** Uploads that are under way. */
  get count(): number {
    return this.#all;
  }

  /** Counts one more upload until the returned function is called. Null where there are too many. */
  enter(network: string): (() => void) | null {
    const own = this.#networks.get(network) ?? 0;
    if (this.#all >= SANDBOX_UPLOADS.all || own >= SANDBOX_UPLOADS.network) return null;
    this.#all++;
    this.#networks.set(network, own + 1);
    return () => {
      this.#all--;
      const left = this.#networks.get(network)! - 1;
      if (left > 0) this.#networks.set(network, left);
      else this.#networks.delete(network);
    };
  }

  /**
   * Announces that a capture of production is decoded and analysed, until the returned function is called.
   */
  yieldTo(): () => void {
    this.#production++;
    return () => {
      if (--this.#production > 0) return;
      this.#quiet.resolve();
      this.#quiet = Promise.withResolvers<void>();
    };
  }

  /**
   * Does a piece of the sandbox's work: one at a time in the process and, within the limit of patience, only
   * while production is idle.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(async () => {
      await this.#quietOrLate();
      return work();
    });
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  async #quietOrLate(): Promise<void> {
    if (this.#production === 0) return;
    const over = new AbortController();
    const late = after(PATIENCE_MS, undefined, { ref: false, signal: over.signal }).catch(() => undefined);
    for (let waited = false; this.#production > 0 && !waited; )
      waited = await Promise.race([this.#quiet.promise.then(() => false), late.then(() => true)]);
    over.abort();
  }
}
