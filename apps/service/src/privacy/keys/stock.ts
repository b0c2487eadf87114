import type { KeyObject } from 'node:crypto';
import type { Log } from '../../database/log.ts';
import { madeAt } from './key-id.ts';

export interface NewKey {
  key_id: string;
  key: KeyObject;
}

/**
 * A spare key is not handed out later than this after it was made. The sweep of keys without a person begins
 * at a day, so no node can sweep a key that another one is about to use.
 */
export const SPARE_LIFE_MS = 6 * 3_600_000;

interface StockOptions {
  /** Keys that lie ready. */
  size: number;
  /** Makes one batch of keys, durable when it resolves. */
  make(count: number): Promise<NewKey[]>;
  /** Destroys keys that are not needed. */
  destroy(key_ids: string[]): Promise<void>;
  now(): number;
  log: Pick<Log, 'warn'>;
}

/**
 * Keys that were made ahead of need, so that the first call of a new person does not wait for the disk. When
 * half of them are taken, the next ones are made in the background.
 */
export class Stock {
  readonly #options: StockOptions;
  readonly #waiting: PromiseWithResolvers<NewKey>[] = [];
  #spare: NewKey[] = [];
  #filling: Promise<void> | null = null;
  #closed = false;

  constructor(options: StockOptions) {
    this.#options = options;
  }

  /** A new key. Waits only when none lies ready. */
  take(): Promise<NewKey> {
    if (this.#closed) return Promise.reject(new Error('the stock of keys is closed'));
    this.#dropOld();
    const spare = this.#spare.shift();
    const wanted = Promise.withResolvers<NewKey>();
    if (spare) wanted.resolve(spare);
    else this.#waiting.push(wanted);
    void this.fill();
    return wanted.promise;
  }

  /** Resolves when the stock is at least half full, or when that failed: the next `take` tries again. */
  fill(): Promise<void> {
    if (!this.#filling && this.#isShort()) this.#filling = this.#fill();
    return this.#filling ?? Promise.resolve();
  }

  /** Destroys what is left. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#filling;
    const left = this.#spare.splice(0);
    if (left.length > 0) await this.#options.destroy(left.map(({ key_id }) => key_id));
  }

  #isShort(): boolean {
    return this.#waiting.length > 0 || (!this.#closed && this.#spare.length <= this.#options.size / 2);
  }

  async #fill(): Promise<void> {
    const { size, make, log } = this.#options;
    try {
      while (this.#isShort()) {
        const made = await make(this.#waiting.length + size - this.#spare.length);
        for (const waiting of this.#waiting.splice(0, made.length)) waiting.resolve(made.shift()!);
        this.#spare.push(...made);
      }
    } catch (error) {
      log.warn({ err: error }, 'No data keys can be stored; new people are refused until they can.');
      for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
    } finally {
      // In the same step as the last look: a call that waits from now on begins another round.
      this.#filling = null;
    }
  }

  #dropOld(): void {
    const { now, destroy, log } = this.#options;
    const youngest = now() - SPARE_LIFE_MS;
    if (this.#spare.length === 0 || madeAt(this.#spare[0]!.key_id).getTime() > youngest) return;
    const [old, fresh] = [[] as NewKey[], [] as NewKey[]];
    for (const spare of this.#spare) (madeAt(spare.key_id).getTime() > youngest ? fresh : old).push(spare);
    this.#spare = fresh;
    destroy(old.map(({ key_id }) => key_id)).catch((error) =>
      log.warn({ err: error }, 'Spare keys could not be destroyed; the sweep will find them.'),
    );
  }
}
