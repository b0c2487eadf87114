import { createSecretKey, type KeyObject } from 'node:crypto';
import { randomBytes } from '../../chance.ts';
import type { Log } from '../../database/log.ts';
import { KeyCache } from './cache.ts';
import { newKeyIds, PACK_KEYS } from './key-id.ts';
import { type KeyProvider, keyContext } from './provider.ts';
import { type NewKey, Stock } from './stock.ts';
import type { KeyStore, StoredKey } from './store.ts';
import { type KnownKeys, type SweepOptions, type Swept, sweepOrphans } from './sweep.ts';

interface DataKeysOptions {
  store: KeyStore;
  provider: KeyProvider;
  /** Milliseconds by the clock of the database: all nodes agree on the age of a key. */
  now(): number;
  log: Pick<Log, 'warn'>;
  /** Keys that lie ready for new people. */
  stock?: number;
  /** Milliseconds that never go back. */
  monotonic?: () => number;
}

/** Ids of missing keys that are remembered. */
const MISSING_MOST = 1_000;

/** Keys that are opened in one step, between which other work goes on. */
const BATCH = 250;

/** The data keys of people: one each, wrapped, in a store outside the database. */
export class DataKeys {
  readonly store: KeyStore;
  readonly #provider: KeyProvider;
  readonly #cache: KeyCache;
  readonly #stock: Stock;
  readonly #missing = new Set<string>();
  readonly #now: () => number;

  constructor({ store, provider, now, log, stock = 2 * PACK_KEYS, monotonic }: DataKeysOptions) {
    this.store = store;
    this.#provider = provider;
    this.#now = now;
    this.#cache = new KeyCache(monotonic ?? (() => performance.now()));
    this.#stock = new Stock({
      size: stock,
      make: (count) => this.#make(Math.min(count, PACK_KEYS)),
      destroy: (key_ids) => store.destroy(...key_ids),
      now,
      log,
    });
  }

  /** Makes keys ahead of need. For a service; a command that makes no person needs none. */
  prepare(): Promise<void> {
    return this.#stock.fill();
  }

  /**
   * A new key, stored already. The caller writes its id beside the person in the transaction that creates the
   * person. The caller that loses that race destroys the key: what was sealed with it may lie in the
   * database's log, so it must never become the key of another person.
   */
  async take(): Promise<NewKey> {
    const taken = await this.#stock.take();
    this.#cache.keep(taken.key_id, taken.key);
    return taken;
  }

  /** Null when there is none, or none any more. Throws `Unavailable` when the store cannot tell. */
  open(key_id: string): Promise<KeyObject | null> {
    return this.#cache.open(key_id, async () => {
      const wrapped = await this.store.get(key_id);
      if (!wrapped) this.#miss(key_id);
      return wrapped && this.#unwrap(key_id, wrapped);
    });
  }

  /** The keys among these that exist. They are not remembered, so a gallery does not push out the others. */
  async openMany(key_ids: readonly string[]): Promise<Map<string, KeyObject>> {
    const opened = new Map<string, KeyObject>();
    for (let at = 0; at < key_ids.length; at += BATCH) {
      const wanted: string[] = [];
      for (const key_id of key_ids.slice(at, at + BATCH)) {
        const known = this.#cache.known(key_id);
        if (known) opened.set(key_id, known);
        else wanted.push(key_id);
      }
      const found = wanted.length > 0 ? await this.store.getMany(wanted) : new Map<string, Buffer>();
      for (const key_id of wanted) if (!found.has(key_id)) this.#miss(key_id);
      const wrapped = [...found];
      const keys = await Promise.all(wrapped.map(([key_id, bytes]) => this.#unwrap(key_id, bytes)));
      for (const [index, [key_id]] of wrapped.entries()) opened.set(key_id, keys[index]!);
    }
    return opened;
  }

  /** Keys that were asked for since the last call, and that the store does not have. */
  takeMissing(): string[] {
    const missing = [...this.#missing];
    this.#missing.clear();
    return missing;
  }

  /** Another node destroyed the key, or this one is about to. */
  forget(key_id: string): void {
    this.#cache.forget(key_id);
  }

  /** Notices of other nodes may have been missed. */
  forgetAll(): void {
    this.#cache.clear();
  }

  /** Resolves when the keys are gone for good. Other nodes forget them with a notice, or within 60 s. */
  async destroy(...key_ids: string[]): Promise<void> {
    for (const key_id of key_ids) this.#cache.forget(key_id);
    await this.store.destroy(...key_ids);
    // A call that read a key before it was gone must not keep it.
    for (const key_id of key_ids) this.#cache.forget(key_id);
  }

  /** Destroys keys older than a day that no person has. */
  sweepOrphans(isKnown: KnownKeys, options: Omit<SweepOptions, 'now'> = {}): Promise<Swept> {
    return sweepOrphans(this.store, isKnown, { ...options, now: this.#now() });
  }

  /** Destroys the keys that were made ahead of need. */
  async close(): Promise<void> {
    this.#cache.close();
    await this.#stock.close();
  }

  #miss(key_id: string): void {
    if (this.#missing.size < MISSING_MOST) this.#missing.add(key_id);
  }

  async #unwrap(key_id: string, wrapped: Buffer): Promise<KeyObject> {
    try {
      return await this.#provider.unwrap(wrapped, keyContext(key_id));
    } catch (error) {
      throw new Error(`the data key ${key_id} in ${this.store.place} cannot be opened`, { cause: error });
    }
  }

  async #make(count: number): Promise<NewKey[]> {
    const made: NewKey[] = [];
    const stored: StoredKey[] = [];
    for (const key_id of newKeyIds(count, this.#now())) {
      const bytes = randomBytes(32);
      stored.push({ key_id, wrapped: await this.#provider.wrap(bytes, keyContext(key_id)) });
      made.push({ key_id, key: createSecretKey(bytes) });
      bytes.fill(0);
    }
    await this.store.put(stored);
    return made;
  }
}
