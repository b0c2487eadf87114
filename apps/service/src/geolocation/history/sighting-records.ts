import type { Environment } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { ago, HOUSEHOLD_DAYS } from '../../retention/periods.ts';
import { type RowSweep, sweepRows } from '../../retention/rows.ts';
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
  customer_hash: string,
): Promise<void> {
  const person = sql`org = ${org} AND env = ${env} AND customer_hash = ${customer_hash}`;
  await sql`
    WITH places AS (DELETE FROM trusted_place WHERE ${person})
    DELETE FROM sighting WHERE ${person}`.execute(trx);
  // A note about a household may name any of its members.
  await sql`
    UPDATE household_member SET note_sealed = NULL
     WHERE org = ${org} AND env = ${env} AND note_sealed IS NOT NULL
       AND install_hash IN (SELECT install_hash FROM household_member WHERE ${person})`.execute(trx);
  await sql`DELETE FROM household_member WHERE ${person}`.execute(trx);
}

/** Where customers and installs were seen. */
export const SIGHTINGS: RowSweep = {
  table: 'sighting',
  due: (now) => sql`r.day < ${Math.floor(now.getTime() / DAY_MS) - SIGHTINGS_KEPT_DAYS}`,
};
export const PLACES: RowSweep = {
  table: 'trusted_place',
  due: (now) => sql`r.last_at < ${ago(now, PLACES_KEPT_DAYS)}`,
};
export const HOUSEHOLDS: RowSweep = {
  table: 'household_member',
  due: (now) => sql`r.expires_at < ${ago(now, HOUSEHOLD_DAYS)}`,
};

/** Deletes rows that no window reaches any more. */
export async function purgeSightings(
  db: Kysely<Schema>,
  now_ms: number,
  stopping?: AbortSignal,
): Promise<void> {
  const now = new Date(now_ms);
  for (const sweep of [SIGHTINGS, PLACES, HOUSEHOLDS]) await sweepRows(db, sweep, { now, stopping });
  const before = Math.floor(now_ms / DAY_MS) - SIGHTINGS_KEPT_DAYS;
  await sql`DELETE FROM install_shared_told WHERE day < ${before}`.execute(db);
}
