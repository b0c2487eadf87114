import type { Notices } from '../../../database/listen.ts';
import type { Log } from '../../../database/log.ts';
import type { DataKeys } from '../../../privacy/keys/data-keys.ts';
import type { Db } from '../../session/records.ts';
import { type GalleryName, readSince, type SealedTemplate, withKeyBytes } from './gallery-records.ts';
import { type Answers, ScanThread } from './scan-thread.ts';

/** Rows of one read. The thread needs about 20 ms to open them, and a scan waits no longer than that. */
const BATCH = 500;
/** Milliseconds until a gallery that is too large for the memory is tried again. */
const REFUSED_MS = 10 * 60_000;

/** The parts of the world that galleries need. */
interface GalleryWorld {
  database: { db: Db };
  data_keys: DataKeys;
  notices: Notices;
  log: Log;
}

/** A gallery in the thread's memory. */
export interface Held {
  readonly name: GalleryName;
  readonly key: string;
  /** Only rows after this sequence number are still to be read. */
  seq: number;
  count: number;
  bytes: number;
  /** The largest number of images in one of its templates. */
  frames: number;
  /** Rows that could not be opened. */
  skipped: number;
  reading: Promise<void> | null;
  /**
   * Sequence numbers of deleted templates that the thread has not been told about. While rows are read they
   * stay here, because one of them may have been read before its deletion.
   */
  readonly gone: Set<number>;
  dropped: boolean;
}

const keyOf = ({ org, env, pack, pack_version, transform_id }: GalleryName): string =>
  [org, env, pack, pack_version, transform_id].join('|');

/**
 * The galleries that this node holds in memory. A gallery is read at the first search and updated at each
 * later one. The database announces templates that are deleted or replaced (`standpoint_gallery`), and they
 * are dropped at once. After a time without a connection for these notices everything is dropped. The least
 * recently used galleries make room.
 */
export class Galleries {
  readonly #deps: GalleryWorld;
  readonly #most_bytes: number;
  readonly #thread: ScanThread;
  readonly #stopHearing: () => void;
  /** The least recently used one comes first. */
  readonly #held = new Map<string, Held>();
  readonly #refused = new Map<string, number>();

  constructor(deps: GalleryWorld, most_bytes: number) {
    this.#deps = deps;
    this.#most_bytes = most_bytes;
    this.#thread = new ScanThread(() => this.#forgetAll());
    this.#stopHearing = deps.notices.on('standpoint_gallery', (payload) => this.#heard(payload));
  }

  /** The galleries in memory, the least recently used one first. */
  get held(): readonly Readonly<Held>[] {
    return [...this.#held.values()];
  }

  find(name: GalleryName): Readonly<Held> | null {
    return this.#held.get(keyOf(name)) ?? null;
  }

  /** The gallery, up to date; null if that takes longer than `wait_ms`, in which case reading goes on. */
  async use(name: GalleryName, dimensions: number, wait_ms: number): Promise<Readonly<Held> | null> {
    const key = keyOf(name);
    if ((this.#refused.get(key) ?? 0) > performance.now()) return null;
    const held = this.#touch(key, name);
    held.reading ??= this.#read(held, dimensions).finally(() => {
      held.reading = null;
      this.#removeGone(held);
    });
    const done = held.reading.then(
      () => !held.dropped,
      (error) => {
        this.#deps.log.error({ err: error }, 'A gallery of faces could not be read.');
        return false;
      },
    );
    return (await within(done, wait_ms)) ? held : null;
  }

  /**
   * Candidates for an exact comparison; null when the gallery was dropped meanwhile or the thread does not
   * answer in time.
   */
  async scan(
    held: Readonly<Held>,
    probe: Float32Array,
    threshold: number,
    wait_ms: number,
  ): Promise<Answers['scan'] | null> {
    if (held.dropped) return null;
    if (held.count === 0) return { candidates: [], margin: 0 };
    const answer = this.#thread.ask('scan', { gallery: held.key, probe, threshold }).catch((error) => {
      this.#deps.log.error({ err: error }, 'A gallery of faces could not be searched.');
      return null;
    });
    const found = await within(answer, wait_ms);
    return held.dropped ? null : found;
  }

  async close(): Promise<void> {
    this.#stopHearing();
    this.#forgetAll();
    await this.#thread.close();
  }

  #touch(key: string, name: GalleryName): Held {
    const fresh = { seq: 0, count: 0, bytes: 0, frames: 1, skipped: 0, reading: null, dropped: false };
    const held = this.#held.get(key) ?? { name, key, ...fresh, gone: new Set<number>() };
    this.#held.delete(key);
    this.#held.set(key, held);
    return held;
  }

  async #read(held: Held, dimensions: number): Promise<void> {
    const after = (seq: number) => readSince(this.#deps.database.db, held.name, seq, BATCH);
    for (let ahead = after(held.seq), more = true; more; ) {
      const rows = await ahead;
      more = rows.length === BATCH && !held.dropped;
      if (more) {
        // The database reads the next rows while the thread opens these.
        ahead = after(rows.at(-1)!.seq);
        ahead.catch(() => undefined);
      }
      if (rows.length > 0 && !held.dropped) await this.#add(held, dimensions, rows);
    }
  }

  async #add(held: Held, dimensions: number, rows: readonly SealedTemplate[]): Promise<void> {
    const keyed = await withKeyBytes(this.#deps.data_keys, rows);
    const added = this.#thread.ask('add', { gallery: held.key, dimensions, rows: keyed });
    this.#removeGone(held);
    const { count, bytes, skipped } = await added.catch((error) => {
      // Some of these rows may have been added, so the content of the gallery is unknown.
      this.#drop(held);
      throw error;
    });
    const frames = Math.max(held.frames, ...rows.map((row) => row.frames));
    Object.assign(held, { seq: rows.at(-1)!.seq, count, bytes, frames, skipped: held.skipped + skipped });
    if (skipped > 0) {
      const { org, env } = held.name;
      this.#deps.log.error({ org, env, skipped }, 'Face templates could not be opened and were left out.');
    }
    if (!held.dropped) this.#makeRoom(held);
  }

  #makeRoom(wanted: Held): void {
    const total = () => this.held.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const held of [...this.#held.values()]) {
      if (total() <= this.#most_bytes) return;
      if (held !== wanted) this.#drop(held);
    }
    if (total() <= this.#most_bytes) return;
    const { org, env } = wanted.name;
    this.#deps.log.error({ org, env }, 'A gallery of faces does not fit into STANDPOINT_GALLERY_MB.');
    this.#refused.set(wanted.key, performance.now() + REFUSED_MS);
    this.#drop(wanted);
  }

  /** `org|env|seq` of a deleted template; empty if notices may have been missed. */
  #heard(payload: string): void {
    if (!payload) {
      for (const held of [...this.#held.values()]) this.#drop(held);
      return;
    }
    const [org, env, seq] = payload.split('|');
    for (const held of this.#held.values()) {
      if (held.name.org !== org || held.name.env !== env) continue;
      // A sweep deletes thousands at once, so the thread is told about them together.
      if (held.gone.size === 0) setImmediate(() => this.#removeGone(held));
      held.gone.add(Number(seq));
    }
  }

  #removeGone(held: Held): void {
    const seqs = [...held.gone];
    if (!held.reading) held.gone.clear();
    if (seqs.length === 0 || held.dropped || !this.#thread.running) return;
    this.#thread.ask('remove', { gallery: held.key, seqs }).then(
      ({ count }) => {
        held.count = count;
      },
      // If the thread ended there is nothing left to remove from.
      () => undefined,
    );
  }

  #drop(held: Held): void {
    held.dropped = true;
    this.#held.delete(held.key);
    if (this.#thread.running) this.#thread.ask('drop', { gallery: held.key }).catch(() => undefined);
  }

  #forgetAll(): void {
    for (const held of this.#held.values()) held.dropped = true;
    this.#held.clear();
  }
}

async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
