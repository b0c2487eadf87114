import type { KeyStore } from './store.ts';

/** Tells which of these key ids belong to a person. */
export type KnownKeys = (key_ids: string[]) => Promise<ReadonlySet<string>>;

export interface Swept {
  /** Keys that were old enough to be looked at. */
  seen: number;
  destroyed: number;
}

const DAY_MS = 24 * 3_600_000;
const BATCH = 1_000;
/** Keys that one sweep destroys at most; the next one goes on. */
const MOST = 10_000;
/** So many may be without a person before their share counts. */
const PLAUSIBLE = 1_000;

export interface SweepOptions {
  now: number;
  /** A day at least. */
  older_than_ms?: number;
  /** No further batch begins after it aborts. */
  stopping?: AbortSignal;
}

/**
 * Destroys keys that no person has: a process that was killed between storing a key and using it left them.
 * When most keys of the store are unknown to the database, it throws and destroys none: then the database is
 * an older copy, and the keys may belong to people that it does not know.
 */
export async function sweepOrphans(
  store: KeyStore,
  isKnown: KnownKeys,
  { now, older_than_ms = DAY_MS, stopping }: SweepOptions,
): Promise<Swept> {
  if (older_than_ms < DAY_MS) throw new RangeError('keys younger than a day may be about to be used');
  const orphans: string[] = [];
  let [seen, unknown] = [0, 0];
  for await (const batch of batches(store, now - older_than_ms)) {
    if (stopping?.aborted) return { seen, destroyed: 0 };
    const known = await isKnown(batch);
    const without = batch.filter((key_id) => !known.has(key_id));
    seen += batch.length;
    unknown += without.length;
    orphans.push(...without.slice(0, MOST - orphans.length));
  }
  if (unknown > PLAUSIBLE && unknown > seen / 2)
    throw new Error(
      `${unknown} of ${seen} keys in ${store.place} belong to no person in this database; none is ` +
        'destroyed. Is this database an older copy of the one that the keys were made for?',
    );
  let destroyed = 0;
  for (let at = 0; at < orphans.length && !stopping?.aborted; at += BATCH) {
    const batch = orphans.slice(at, at + BATCH);
    // A second look, because a slow sweep must not act on an old answer.
    const known = await isKnown(batch);
    const still = batch.filter((key_id) => !known.has(key_id));
    await store.destroy(...still);
    destroyed += still.length;
  }
  return { seen, destroyed };
}

/** Ids of the keys that were made before, in batches. */
async function* batches(store: KeyStore, before: number): AsyncIterable<string[]> {
  let batch: string[] = [];
  for await (const { key_id, made_at } of store.list()) {
    if (made_at.getTime() >= before) continue;
    batch.push(key_id);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
