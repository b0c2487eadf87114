import { sql } from 'kysely';
import { audit } from '../accounts/audit.ts';
import type { Deps } from '../deps.ts';
import type { Who } from '../privacy/customers.ts';
import { eraseRows } from './erase-rows.ts';

/** So many of the newest keys are looked for in the store. */
const NEWEST = 100;
/** So many of them may be missing before their share counts. */
const PLAUSIBLE = 10;

type Lost = Who & { key_id: string };

/**
 * Erases the rows of customers whose key was asked for and is gone. A database that was put back from an older copy
 * has them: the sweep of the retention destroyed the keys of people of whom nothing was left, and writes no ledger.
 * Nothing of them can be opened, and without their rows they may come as new customers. Whoever is under a legal
 * hold stays.
 */
export async function eraseLost(deps: Deps): Promise<number> {
  const missing = deps.data_keys.takeMissing();
  if (missing.length === 0) return 0;
  const { db } = deps.database;
  const named = await db
    .selectFrom('customer')
    .select(['org', 'env', 'customer_hash', 'key_id'])
    .where('key_id', 'in', missing)
    .execute();
  if (named.length === 0) return 0;
  // A key may be unknown for a moment only: of a customer whose row was deleted before, or on a slow disk.
  const { store } = deps.data_keys;
  const there = await store.getMany(named.map(({ key_id }) => key_id));
  const lost = named.filter(({ key_id }) => !there.has(key_id));
  if (lost.length > 0) await refuseOlderStore(deps);
  for (const each of lost) await eraseUnreadable(deps, each);
  return lost.length;
}

/** Throws when most of the newest keys are missing too: the right copy of the store may still be put back. */
async function refuseOlderStore({ database, data_keys: { store } }: Deps): Promise<void> {
  const newest = await database.db
    .selectFrom('customer')
    .select('key_id')
    .orderBy('key_id', 'desc')
    .limit(NEWEST)
    .execute();
  const missing = newest.length - (await store.getMany(newest.map(({ key_id }) => key_id))).size;
  if (missing > PLAUSIBLE && missing > newest.length / 2)
    throw new Error(
      `${missing} of the ${newest.length} newest keys are not in ${store.place}; no customer is erased. ` +
        'Is it an older copy of the store that this database was used with?',
    );
}

const eraseUnreadable = (deps: Deps, { org, env, customer_hash, key_id }: Lost): Promise<void> =>
  deps.database.db.transaction().execute(async (trx) => {
    const now = new Date(deps.clock.now());
    const { rows } = await sql`
      SELECT FROM customer WHERE org = ${org} AND env = ${env} AND customer_hash = ${customer_hash}
         AND key_id = ${key_id} AND (held_until IS NULL OR held_until <= ${now}) FOR UPDATE`.execute(trx);
    if (rows.length === 0) return;
    await eraseRows(trx, deps, { org, env, customer_hash });
    await audit(trx, { org, env, actor: 'system', action: 'customer.key_lost', target: customer_hash });
  });
