import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { ago } from './periods.ts';
import type { SweepOptions } from './rows.ts';

type Db = Kysely<Schema>;

/** Tables in which a customer's row is a reason to keep the customer, and with it the data key. */
export const OF_CUSTOMERS = [
  'verification',
  'face_session',
  'face_template',
  'face_print',
  'face_approval',
  'attested_key',
  'household_member',
  'trusted_place',
  'sighting',
  'location_handoff',
  'legal_hold',
  'record_note',
] as const;

const nothingLeft = sql.join(
  OF_CUSTOMERS.map(
    (table) => sql`NOT EXISTS (SELECT FROM ${sql.table(table)} x
      WHERE x.org = c.org AND x.env = c.env AND x.customer_hash = c.customer_hash)`,
  ),
  sql` AND `,
);

/** A first token makes the row of a customer, before anything else is stored. */
const GRACE_DAYS = 1;
const idle = (now: Date) => sql`c.created_at < ${ago(now, GRACE_DAYS)} AND ${nothingLeft}`;

const BATCH = 1_000;

/** Customers of whom nothing is left. */
export async function countIdle(db: Db, now: Date): Promise<{ due: number; held: number }> {
  const { rows } = await sql<{ due: number }>`
    SELECT count(*)::int AS due FROM customer c WHERE ${idle(now)}`.execute(db);
  return { due: rows[0]!.due, held: 0 };
}

/**
 * Deletes customers of whom nothing is left, then their data keys. A batch is two statements: the second one looks
 * again once the rows are locked. What is recorded of a customer in between holds the lock of their row first, so
 * no key is destroyed that something was just sealed with. A process that dies between rows and keys leaves keys
 * that no customer has, which a chore destroys after a day.
 */
export async function sweepIdle(
  { database: { db }, data_keys }: Pick<Deps, 'database' | 'data_keys'>,
  { now, stopping, batch = BATCH, told }: SweepOptions,
): Promise<Map<string, number>> {
  const total = new Map<string, number>();
  for (let found = batch; found === batch && !stopping?.aborted; ) {
    const gone = await db.transaction().execute(async (trx) => {
      const locked = await sql<{ at: string }>`
        SELECT c.ctid::text AS at FROM customer c WHERE ${idle(now)}
         LIMIT ${batch} FOR UPDATE SKIP LOCKED`.execute(trx);
      found = locked.rows.length;
      const at = locked.rows.map((row) => row.at);
      const { rows } = await sql<{ org: string; key_id: string }>`
        DELETE FROM customer c WHERE c.ctid = ANY (${at}::tid[]) AND ${idle(now)} RETURNING c.org, c.key_id`.execute(
        trx,
      );
      return rows;
    });
    await data_keys.destroy(...gone.map(({ key_id }) => key_id));
    for (const { org } of gone) total.set(org, (total.get(org) ?? 0) + 1);
    if (gone.length === 0) break;
    told?.(gone.length);
  }
  return total;
}
