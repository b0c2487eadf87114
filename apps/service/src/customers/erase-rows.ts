import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { eraseCustomerFaces } from '../face/customer.ts';
import { forgetSightings } from '../geolocation/history/sighting-records.ts';
import type { Who } from '../privacy/customers.ts';
import { closeReviews } from '../reviews/records.ts';

/** What an erasure deleted, as its receipt says it. */
export interface Counts extends Record<string, number> {
  verifications: number;
  sessions: number;
  frames: number;
  templates: number;
}

/** Empties what names or describes the person; decisions stay as bare facts. Returns their number. */
async function eraseVerifications(trx: Kysely<Schema>, { org, env, customer_hash }: Who): Promise<number> {
  const person = sql`org = ${org} AND env = ${env} AND customer_hash = ${customer_hash}`;
  // Locked first: a back-test that writes what it found out about one of them is then seen below, or finds it empty.
  const { rows } = await sql<{ verification_id: string }>`
    SELECT verification_id FROM verification WHERE ${person} FOR UPDATE`.execute(trx);
  const ids = rows.map(({ verification_id }) => verification_id);
  await closeReviews(trx, { org, env }, ids);
  // One statement for all tables of area A, because each round trip is time in which the customer is locked.
  await sql`
    WITH emptied AS (
      UPDATE verification SET sealed = NULL, position_sealed = NULL, customer_hash = '', install_hash = NULL,
             transaction_hash = NULL, spoof_findings = NULL
       WHERE ${person}),
    seen AS (DELETE FROM evidence_seen WHERE ${person}),
    keys AS (DELETE FROM attested_key WHERE ${person}),
    payloads AS (DELETE FROM evaluated_payload WHERE ${person}),
    handoffs AS (DELETE FROM location_handoff WHERE ${person}),
    notes AS (DELETE FROM record_note WHERE ${person}),
    answers AS (
      UPDATE delivery_attempt SET answer = NULL, record_id = NULL
       WHERE org = ${org} AND env = ${env} AND record_id IN (
         SELECT verification_id FROM verification WHERE ${person}
         UNION ALL SELECT session_id FROM face_session WHERE ${person})),
    flips AS (DELETE FROM policy_backtest_flip WHERE org = ${org} AND env = ${env} AND verification_id = ANY(${ids})),
    holds AS (DELETE FROM legal_hold WHERE ${person})
    SELECT`.execute(trx);
  return ids.length;
}

/**
 * Deletes what the database holds of a person. The row of the customer goes first: whatever writes for them
 * locks it first, too. Null when there is no such customer.
 */
export async function eraseRows(
  trx: Kysely<Schema>,
  deps: Deps,
  who: Who,
): Promise<{ counts: Counts; key_id: string } | null> {
  const { org, env, customer_hash } = who;
  const gone = await trx
    .deleteFrom('customer')
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_hash', '=', customer_hash)
    .returning('key_id')
    .executeTakeFirst();
  if (!gone) return null;
  const verifications = await eraseVerifications(trx, who);
  await forgetSightings(trx, org, env, customer_hash);
  const faces = await eraseCustomerFaces(trx, deps, org, env, customer_hash);
  return { counts: { verifications, ...faces }, key_id: gone.key_id };
}
