import type { CustomerPlace } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import { audit } from '../../accounts/audit.ts';
import type { Schema } from '../../database/schema.ts';
import { findKey, type Who } from '../../privacy/customers.ts';
import type { DataKeys } from '../../privacy/keys/data-keys.ts';
import { refuseHeld } from '../../retention/holds/state.ts';
import { openPlace, PLACE_RADIUS_M, type SealedPlace } from './trusted-places.ts';

type Db = Kysely<Schema>;

interface Row {
  place_id: string;
  install_hash: string;
  network: string;
  sealed: Buffer;
  passes: number;
  days: number;
  first_at: Date;
  last_at: Date;
  trusted_at: Date | null;
}

/** Every stored place of a customer, trusted or not yet, the last visited first. */
export async function listPlaces(db: Db, keys: DataKeys, customer: Who): Promise<CustomerPlace[]> {
  const { org, env, customer_hash } = customer;
  const { rows } = await sql<Row>`
    SELECT p.place_id, p.install_hash, encode(p.network, 'hex') AS network, p.sealed,
           p.passes, p.days, p.first_at, p.last_at, p.trusted_at
      FROM trusted_place p
     WHERE p.org = ${org} AND p.env = ${env} AND p.customer_hash = ${customer_hash}
     ORDER BY p.last_at DESC`.execute(db);
  const key = rows.length === 0 ? null : await findKey(db, keys, customer);
  if (!key) return [];
  return rows.flatMap((row) => {
    const spot = openPlace(key, customer, row, row.sealed);
    return spot ? [customerPlace(row, spot)] : [];
  });
}

function customerPlace(row: Row, { install_id, ...spot }: SealedPlace): CustomerPlace {
  return {
    place_id: row.place_id,
    ...spot,
    radius_m: PLACE_RADIUS_M,
    install_id,
    passes: row.passes,
    days: row.days,
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
    trusted_at: row.trusted_at?.toISOString() ?? null,
  };
}

/**
 * Deletes one place, or all; returns their number. 409 `legal_hold` while a hold keeps the customer. The
 * audit entry names no customer, because it outlives their erasure.
 */
export async function removePlaces(
  db: Db,
  { org, env, customer_hash }: Who,
  { place_id, by }: { place_id: string | null; by: string },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await refuseHeld(trx, { org, env, customer_hash }, new Date());
    const { rows } = await sql<{ place_id: string }>`
      DELETE FROM trusted_place WHERE org = ${org} AND env = ${env} AND customer_hash = ${customer_hash}
         AND (${place_id}::text IS NULL OR place_id = ${place_id}) RETURNING place_id`.execute(trx);
    for (const { place_id: target } of rows)
      await audit(trx, { org, env, actor: 'cli', action: 'place.removed', target, detail: { by } });
    return rows.length;
  });
}
