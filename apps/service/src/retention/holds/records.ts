import type { Environment, LegalHold } from '@standpoint/contract';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { audit } from '../../accounts/audit.ts';
import type { LegalHoldTable, Schema } from '../../database/schema.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../ids.ts';
import { customerIdOf, findKey, type Who } from '../../privacy/customers.ts';
import { openBytes, sealBytes } from '../../privacy/envelope.ts';
import { refuse } from '../../refuse.ts';
import type { By } from './state.ts';

type Db = Kysely<Schema>;
export type HoldRow = Selectable<LegalHoldTable>;

/** Context of the sealed reason: a reason that was moved to another hold does not open. */
const aad = ({ org, env, hold_id }: Pick<HoldRow, 'org' | 'env' | 'hold_id'>): string =>
  `legal-hold|${org}|${env}|${hold_id}`;

/** A date, or null where the hold lasts until it is removed. */
export const endOf = (until: Date | number): Date | null => (until instanceof Date ? until : null);

/** The hold of a customer that is in force. */
export function findHold(db: Db, { org, env, customer_hash }: Who, now: Date): Promise<HoldRow | undefined> {
  return db
    .selectFrom('legal_hold')
    .selectAll()
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_hash', '=', customer_hash)
    .where('until', '>', now)
    .executeTakeFirst();
}

/** Every hold in force of an environment, oldest first. */
export const listHolds = (
  db: Db,
  { org, env }: { org: string; env: Environment },
  now: Date,
): Promise<HoldRow[]> =>
  db
    .selectFrom('legal_hold')
    .selectAll()
    .where('org', '=', org)
    .where('env', '=', env)
    .where('until', '>', now)
    .orderBy('hold_id')
    .execute();

/** Writes the end of the hold into the customer's row; null: none holds the customer. */
async function markCustomer(trx: Db, who: Who, held_until: Date | RawBuilder<Date> | null): Promise<void> {
  await trx
    .updateTable('customer')
    .set({ held_until })
    .where('org', '=', who.org)
    .where('env', '=', who.env)
    .where('customer_hash', '=', who.customer_hash)
    .execute();
}

/** Places a hold, or changes the reason and end of the one that there is. 404 when there is no such customer. */
export function placeHold(
  deps: Deps,
  who: Who,
  { reason, until }: { reason: string; until: Date | null },
  by: By,
): Promise<HoldRow> {
  const { org, env } = who;
  const now = new Date(deps.clock.now());
  const end = until ?? sql<Date>`'infinity'`;
  return deps.database.db.transaction().execute(async (trx) => {
    // A sweep or an erasure that has locked the row is waited for; each that begins later sees the hold.
    await markCustomer(trx, who, end);
    const key = (await findKey(trx, deps.data_keys, who)) ?? refuse('not_found', 'no such customer');
    const known = await findHold(trx, who, now);
    const hold_id = known?.hold_id ?? newId('hold', now.getTime());
    const reason_sealed = sealBytes(key, reason, aad({ org, env, hold_id }));
    const fresh = { hold_id, placed_at: now, placed_by: by.actor };
    const row = await trx
      .insertInto('legal_hold')
      .values({ ...who, ...fresh, reason_sealed, until: end, erasure_asked_at: null })
      .onConflict((conflict) =>
        // A hold that has run out and was not settled yet becomes a new one, and still owes its erasure.
        conflict
          .columns(['org', 'env', 'customer_hash'])
          .doUpdateSet({ ...(!known && fresh), reason_sealed, until: end }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    const action = known ? 'hold.changed' : 'hold.placed';
    await audit(trx, {
      org,
      env,
      ...by,
      action,
      target: hold_id,
      detail: { until: until?.toISOString() ?? null },
    });
    return row;
  });
}

/** Ends a hold now. An erasure that it owes is left to `settleHold`. Null: there is none in force. */
export function endHold(deps: Deps, who: Who, by: By): Promise<HoldRow | null> {
  const { org, env } = who;
  const now = new Date(deps.clock.now());
  return deps.database.db.transaction().execute(async (trx) => {
    await markCustomer(trx, who, null);
    const row = await findHold(trx, who, now);
    if (!row) return null;
    const { hold_id } = row;
    const own = sql`org = ${org} AND env = ${env} AND hold_id = ${hold_id}`;
    if (row.erasure_asked_at) await sql`UPDATE legal_hold SET until = ${now} WHERE ${own}`.execute(trx);
    else await sql`DELETE FROM legal_hold WHERE ${own}`.execute(trx);
    await audit(trx, { org, env, ...by, action: 'hold.removed', target: hold_id });
    return { ...row, until: now };
  });
}

/** The hold as reads show it. */
export async function holdView(deps: Deps, row: HoldRow): Promise<LegalHold> {
  const { database, data_keys } = deps;
  const key = await findKey(database.db, data_keys, row);
  return {
    hold_id: row.hold_id,
    customer_id: await customerIdOf(database.db, data_keys, row),
    livemode: row.env === 'production',
    reason: key ? openBytes(key, row.reason_sealed, aad(row)).toString('utf8') : '',
    placed_at: row.placed_at.toISOString(),
    until: endOf(row.until)?.toISOString() ?? null,
    erasure_asked_at: row.erasure_asked_at?.toISOString() ?? null,
  };
}
