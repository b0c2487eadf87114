import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Who } from '../privacy/customers.ts';
import type { Counts } from './erase-rows.ts';

/** An erasure as the database knows it. */
export interface Erasure extends Who {
  at: Date;
  counts: Counts;
  /** Of the key that is destroyed. */
  key_id: string;
  /** Null until the ledger knows and the key is gone. */
  finished_at: Date | null;
}

/** The last erasure of a customer; null when there was none. */
export async function lastErasure(
  { database }: Pick<Deps, 'database'>,
  { org, env, customer_hash }: Who,
): Promise<Erasure | null> {
  const { rows } = await sql<Erasure>`
    SELECT e.org, e.env, e.customer_hash, e.at, e.counts, e.key_id, e.finished_at FROM erasure e
     WHERE e.org = ${org} AND e.env = ${env} AND e.customer_hash = ${customer_hash}
     ORDER BY e.at DESC LIMIT 1`.execute(database.db);
  return rows[0] ?? null;
}

/**
 * Writes the erasure into the ledger, which a restored database is compared with, and destroys the key. Safe to
 * repeat, and on two nodes at once.
 */
export async function finishErasure(
  { database, data_keys, ledger }: Pick<Deps, 'database' | 'data_keys' | 'ledger'>,
  { org, env, customer_hash, at, counts, key_id, finished_at }: Erasure,
): Promise<void> {
  if (finished_at) return;
  await ledger.write({ org, env, customer_hash, at: at.toISOString(), counts, key_id });
  await data_keys.destroy(key_id);
  await sql`
    UPDATE erasure SET finished_at = now() WHERE key_id = ${key_id} AND finished_at IS NULL`.execute(
    database.db,
  );
}

/** Goes on with erasures whose process died, or could not reach the key store. */
export async function finishErasures(deps: Deps, stopping: AbortSignal): Promise<void> {
  const { rows } = await sql<Erasure>`
    SELECT org, env, customer_hash, at, counts, key_id, finished_at FROM erasure
     WHERE finished_at IS NULL ORDER BY at LIMIT 500`.execute(deps.database.db);
  for (const erasure of rows) {
    if (stopping.aborted) return;
    await finishErasure(deps, erasure);
  }
}
