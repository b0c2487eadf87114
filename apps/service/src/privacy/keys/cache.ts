import type { KeyObject } from 'node:crypto';

const MOST = 10_000;
/** With the tick, no key is remembered longer than 60 s after it was read: then an erasure is final. */
const LIFE_MS = 50_000;
const TICK_MS = 5_000;

/** Opened keys of this node. Their age counts from before they were read. */
export class KeyCache {
  /** In the order of reading, so the oldest comes first. */
  readonly #keys = new Map<string, { key: KeyObject; read_at: number }>();
  readonly #reading = new Map<string, Promise<KeyObject | null>>();
  readonly #monotonic: () => number;
  readonly #timer: NodeJS.Timeout;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
    this.#timer = setInterval(() => this.#dropOld(), TICK_MS).unref();
  }

  known(key_id: string): KeyObject | null {
    const found = this.#keys.get(key_id);
    return found && this.#monotonic() - found.read_at < LIFE_MS ? found.key : null;
  }

  /** The key, read once for all callers at the same time. A key that is forgotten meanwhile is not kept. */
  open(key_id: string, read: () => Promise<KeyObject | null>): Promise<KeyObject | null> {
    const known = this.known(key_id);
    if (known) return Promise.resolve(known);
    const reading = this.#reading.get(key_id);
    if (reading) return reading;
    const read_at = this.#monotonic();
    const opened = read()
      .then((key) => {
        if (key && this.#reading.get(key_id) === opened) this.keep(key_id, key, read_at);
        return key;
      })
      .finally(() => {
        if (this.#reading.get(key_id) === opened) this.#reading.delete(key_id);
      });
    this.#reading.set(key_id, opened);
    return opened;
  }

  keep(key_id: string, key: KeyObject, read_at = this.#monotonic()): void {
    this.#keys.delete(key_id);
    this.#keys.set(key_id, { key, read_at });
    if (this.#keys.size > MOST) this.#keys.delete(this.#keys.keys().next().value!);
  }

  forget(key_id: string): void {
    this.#keys.delete(key_id);
    this.#reading.delete(key_id);
  }

  clear(): void {
    this.#keys.clear();
    this.#reading.clear();
  }

  close(): void {
    clearInterval(this.#timer);
    this.clear();
  }

  #dropOld(): void {
    const now = this.#monotonic();
    for (const [key_id, { read_at }] of this.#keys) {
      if (now - read_at < LIFE_MS) return;
      this.#keys.delete(key_id);
    }
  }
}
