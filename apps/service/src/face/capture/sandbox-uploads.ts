import { setTimeout as after } from 'node:timers/promises';

/** Uploads under way at once, each up to 8 MB in memory: of the whole sandbox, and of one network. */
export const SANDBOX_UPLOADS = { all: 32, network: 16 } as const;
/** The sandbox goes on after this long, however busy production is: slowly, but it goes on. */
const PATIENCE_MS = 1_000;

/**
 * What the sandbox's uploads may take of the process that production shares with them. With a demo that
 * strangers can reach, anybody may upload; each upload costs memory while it is read and threads while it is
 * decoded, before any worker looks at it.
 */
export class SandboxUploads {
  readonly #networks = new Map<string, number>();
  #all = 0;
  #last: Promise<unknown> = Promise.resolve();
  #production = 0;
  #quiet = Promise.withResolvers<void>();

  /** Counts one more upload; the function returned takes it off again. Null where there are too many. */
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

  /** A capture of production is being decoded and looked at, until the function returned is called. */
  yieldTo(): () => void {
    this.#production++;
    return () => {
      if (--this.#production > 0) return;
      this.#quiet.resolve();
      this.#quiet = Promise.withResolvers<void>();
    };
  }

  /**
   * A piece of the sandbox's work: one at a time in the process, and where it can be, while production has
   * nothing to do.
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
