import type { Environment } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { SIGHTINGS_KEPT_DAYS } from './sightings.ts';
import { PLACES_KEPT_DAYS } from './trusted-places.ts';

const DAY_MS = 86_400_000;

/**
 * Part of a person's erasure: where they were seen, the places that vouched for them, and their place in
 * households with what was noted about those.
 */
export async function forgetSightings(
  trx: Kysely<Schema>,
  org: string,
  env: Environment,
  customer_id: string,
): Promise<void> {
  await sql`DELETE FROM sighting WHERE org = ${org} AND env = ${env} AND customer_id = ${customer_id}`.execute(
    trx,
  );
  await sql`DELETE FROM trusted_place WHERE org = ${org} AND env = ${env} AND customer_id = ${customer_id}`.execute(
    trx,
  );
  // A note about a household may name everybody in it.
  await sql`
    UPDATE household_member SET note = NULL WHERE org = ${org} AND env = ${env} AND note IS NOT NULL AND install_id IN
      (SELECT install_id FROM household_member WHERE org = ${org} AND env = ${env} AND customer_id = ${customer_id})`.execute(
    trx,
  );
  await sql`DELETE FROM household_member WHERE org = ${org} AND env = ${env} AND customer_id = ${customer_id}`.execute(
    trx,
  );
}

/** Drops what no window reaches any more. */
export async function purgeSightings(db: Kysely<Schema>, now_ms: number): Promise<void> {
  const before = Math.floor(now_ms / DAY_MS) - SIGHTINGS_KEPT_DAYS;
  await sql`DELETE FROM sighting WHERE day < ${before}`.execute(db);
  await sql`DELETE FROM install_shared_told WHERE day < ${before}`.execute(db);
  await sql`DELETE FROM trusted_place WHERE last_at < to_timestamp(${now_ms / 1_000 - PLACES_KEPT_DAYS * 86_400})`.execute(
    db,
  );
  await sql`DELETE FROM household_member WHERE expires_at < now() - interval '30 days'`.execute(db);
}
