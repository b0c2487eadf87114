import type { Environment } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { SIGHTINGS_KEPT_DAYS } from './sightings.ts';
import { PLACES_KEPT_DAYS } from './trusted-places.ts';

const DAY_MS = 86_400_000;

/**
 * Part of a person's erasure: deletes their sightings, their trusted places, and their membership in
 * households with its notes.
 */
export async function forgetSightings(
  trx: Kysely<Schema>,
  org: string,
  env: Environment,
  customer_id: string,
): Promise<void> {
  const person = sql`org = ${org} AND env = ${env} AND customer_id = ${customer_id}`;
  await sql`DELETE FROM sighting WHERE ${person}`.execute(trx);
  await sql`DELETE FROM trusted_place WHERE ${person}`.execute(trx);
  // A note about a household may name any of its members.
  await sql`
    UPDATE household_member SET note = NULL
     WHERE org = ${org} AND env = ${env} AND note IS NOT NULL
       AND install_id IN (SELECT install_id FROM household_member WHERE ${person})`.execute(trx);
  await sql`DELETE FROM household_member WHERE ${person}`.execute(trx);
}

/** Deletes rows that no window reaches any more. */
export async function purgeSightings(db: Kysely<Schema>, now_ms: number): Promise<void> {
  const before = Math.floor(now_ms / DAY_MS) - SIGHTINGS_KEPT_DAYS;
  await sql`DELETE FROM sighting WHERE day < ${before}`.execute(db);
  await sql`DELETE FROM install_shared_told WHERE day < ${before}`.execute(db);
  const unvisited_s = now_ms / 1_000 - PLACES_KEPT_DAYS * 86_400;
  await sql`DELETE FROM trusted_place WHERE last_at < to_timestamp(${unvisited_s})`.execute(db);
  await sql`DELETE FROM household_member WHERE expires_at < now() - interval '30 days'`.execute(db);
}
