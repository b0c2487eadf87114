import { type Kysely, sql } from 'kysely';
import { audit } from '../../accounts/audit.ts';
import type { Schema } from '../../database/schema.ts';
import type { Who } from '../../privacy/customers.ts';
import { refuse } from '../../refuse.ts';

type Db = Kysely<Schema>;

const rowOf = ({ org, env, customer_hash }: Who) =>
  sql`org = ${org} AND env = ${env} AND customer_hash = ${customer_hash}`;

/**
 * Those of the customers that no hold keeps. Their rows stay locked until the transaction ends: a hold that is
 * placed at the same moment waits. A row that another transaction has locked is left out and not waited for, so
 * this may be called in any order of locks.
 */
export async function freeOf(
  trx: Db,
  { org, env }: Pick<Who, 'org' | 'env'>,
  customers: readonly string[],
  now: Date,
): Promise<string[]> {
  if (customers.length === 0) return [];
  const { rows } = await sql<{ customer_hash: string }>`
    SELECT customer_hash FROM customer
     WHERE org = ${org} AND env = ${env} AND customer_hash = ANY (${[...customers]}::text[])
       AND (held_until IS NULL OR held_until <= ${now}) FOR SHARE SKIP LOCKED`.execute(trx);
  return rows.map(({ customer_hash }) => customer_hash);
}

/**
 * Whether something of the customer may be deleted now, under the lock of `freeOf`. `busy`: another transaction
 * changes the customer, so that it is not known.
 */
export async function deletable(trx: Db, who: Who, now: Date): Promise<'free' | 'held' | 'busy'> {
  if ((await freeOf(trx, who, [who.customer_hash], now)).length > 0) return 'free';
  const { rows } = await sql<{ held: boolean }>`
    SELECT coalesce(held_until > ${now}, false) AS held FROM customer WHERE ${rowOf(who)}`.execute(trx);
  // A customer without a row was erased, and has no hold.
  if (!rows[0]) return 'free';
  return rows[0].held ? 'held' : 'busy';
}

/** For a deletion that is not an erasure: refuses it with 409 `legal_hold`, and remembers nothing. */
export async function refuseHeld(trx: Db, who: Who, now: Date): Promise<void> {
  const found = await deletable(trx, who, now);
  if (found === 'held') refuse('legal_hold', 'a hold keeps this customer');
  if (found === 'busy') refuse('unavailable', 'the customer is being changed');
}

/**
 * Whether a hold kept the customer of the row `r` when the statement began; for the choice of rows only. A value, for
 * the reason that `rows.ts` gives.
 */
export const heldNow = (now: Date) => sql`coalesce((
  SELECT h.held_until > ${now} FROM customer h
   WHERE h.org = r.org AND h.env = r.env AND h.customer_hash = (r.customer_hash COLLATE "default")), false)`;

/** Who asks, for the audit log. */
export interface By {
  actor: string;
  request_id?: string;
  ip?: string;
}

/**
 * The first statement of an erasure: locks the row of the customer until the transaction ends, so that no hold
 * begins beside the erasure. True: the request was noted, which has to be committed, and nothing may be deleted.
 */
export async function keptByHold(trx: Db, who: Who, now: Date, by: By): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    SELECT coalesce(held_until > ${now}, false) AS held FROM customer
     WHERE ${rowOf(who)} FOR UPDATE`.execute(trx);
  if (!rows[0]?.held) return false;
  const noted = await sql<{ hold_id: string }>`
    UPDATE legal_hold SET erasure_asked_at = coalesce(erasure_asked_at, ${now})
     WHERE ${rowOf(who)} RETURNING hold_id`.execute(trx);
  const { org, env } = who;
  const target = noted.rows[0]?.hold_id ?? null;
  await audit(trx, { org, env, ...by, action: 'customer.erasure_held', target, outcome: 'refused' });
  return true;
}

/** Locks the row of the customer, and says whether the hold still owes the erasure: another node may have done it. */
export async function isOwed(trx: Db, who: Who, hold_id: string): Promise<boolean> {
  await sql`SELECT FROM customer WHERE ${rowOf(who)} FOR UPDATE`.execute(trx);
  const { rows } = await sql`
    SELECT FROM legal_hold WHERE ${rowOf(who)} AND hold_id = ${hold_id}
       AND erasure_asked_at IS NOT NULL`.execute(trx);
  return rows.length > 0;
}
