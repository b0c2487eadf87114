import { sql } from 'kysely';
import { audit } from '../accounts/audit.ts';
import type { Deps } from '../deps.ts';
import type { LedgerEntry } from '../privacy/ledger/ledger.ts';
import { type Counts, eraseRows } from './erase-rows.ts';
import { finishErasure } from './erasures.ts';

const BATCH = 1_000;

type World = Pick<Deps, 'database' | 'ledger'>;

/** Which of these erasures the database does not know. */
async function unknown({ database }: World, key_ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key_id: string }>`
    SELECT key_id FROM unnest(${key_ids}::text[]) AS l (key_id)
     WHERE NOT EXISTS (SELECT FROM erasure e WHERE e.key_id = l.key_id)`.execute(database.db);
  return rows.map(({ key_id }) => key_id);
}

/**
 * Does erasures again that the database does not know: it was put back from a copy that is older than they are.
 * Returns how many. Throws for an entry that was changed, before anything is deleted.
 */
export async function replayErasures(deps: Deps, entries: readonly LedgerEntry[]): Promise<number> {
  const missing = new Set(
    await unknown(
      deps,
      entries.map(({ key_id }) => key_id),
    ),
  );
  const again = entries.filter(({ key_id }) => missing.has(key_id));
  for (const entry of again) await eraseAgain(deps, entry);
  return again.length;
}

/**
 * A row with another key belongs to another life of the customer, which was not erased by this entry. A legal hold
 * of this copy does not matter: the erasure happened, so that hold had ended by then.
 */
async function eraseAgain(
  deps: Deps,
  { org, env, customer_hash, at, counts, key_id }: LedgerEntry,
): Promise<void> {
  const who = { org, env, customer_hash };
  await deps.database.db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      SELECT FROM customer WHERE org = ${org} AND env = ${env} AND customer_hash = ${customer_hash}
         AND key_id = ${key_id} FOR UPDATE`.execute(trx);
    if (rows.length > 0) await eraseRows(trx, deps, who);
    await sql`
      INSERT INTO erasure (org, env, customer_hash, at, counts, key_id)
      VALUES (${org}, ${env}, ${customer_hash}, ${at}, ${JSON.stringify(counts)}, ${key_id})
      ON CONFLICT DO NOTHING`.execute(trx);
    await audit(trx, { org, env, actor: 'system', action: 'customer.erased_again', target: customer_hash });
  });
  await finishErasure(deps, {
    ...who,
    at: new Date(at),
    counts: counts as Counts,
    key_id,
    finished_at: null,
  });
}

/** The same with the ledger of the key store, at the start of a node. */
export async function replayLedger(deps: Deps): Promise<number> {
  let replayed = 0;
  for await (const key_ids of batches(deps)) {
    const entries: LedgerEntry[] = [];
    for (const key_id of await unknown(deps, key_ids)) {
      const entry = await deps.ledger.read(key_id);
      if (entry) entries.push(entry);
    }
    if (entries.length > 0) replayed += await replayErasures(deps, entries);
  }
  if (replayed > 0)
    deps.log.warn(
      { erasures: replayed },
      'The database is older than the ledger of erasures: they were done again.',
    );
  return replayed;
}

async function* batches({ ledger }: World): AsyncIterable<string[]> {
  let batch: string[] = [];
  for await (const key_id of ledger.ids()) {
    if (batch.push(key_id) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
