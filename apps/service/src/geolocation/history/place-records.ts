import type { CustomerPlace, Environment } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import { audit } from '../../accounts/audit.ts';
import type { Schema } from '../../database/schema.ts';
import type { Envelope } from '../../privacy/envelope.ts';
import { customerContext } from '../records/sealed.ts';
import { openPlace, PLACE_RADIUS_M, type PlaceSpot } from './trusted-places.ts';

type Db = Kysely<Schema>;

interface Customer {
  org: string;
  env: Environment;
  customer_id: string;
}

interface Row {
  place_id: string;
  install_id: string;
  network: string;
  sealed: Buffer;
  data_key: Buffer;
  passes: number;
  days: number;
  first_at: Date;
  last_at: Date;
  trusted_at: Date | null;
}

/** Every stored place of a customer, trusted or not yet, the last visited first. */
export async function listPlaces(db: Db, envelope: Envelope, customer: Customer): Promise<CustomerPlace[]> {
  const { org, env, customer_id } = customer;
  const { rows } = await sql<Row>`
    SELECT p.place_id, p.install_id, encode(p.network, 'hex') AS network, p.sealed,
           p.passes, p.days, p.first_at, p.last_at, p.trusted_at, c.data_key
      FROM trusted_place p
      JOIN customer c ON c.org = p.org AND c.env = p.env AND c.customer_id = p.customer_id
     WHERE p.org = ${org} AND p.env = ${env} AND p.customer_id = ${customer_id}
     ORDER BY p.last_at DESC`.execute(db);
  if (rows.length === 0) return [];
  const key = envelope.unwrap(rows[0]!.data_key, customerContext(org, env, customer_id));
  return rows.flatMap((row) => {
    const spot = openPlace(key, customer, row, row.sealed);
    return spot ? [customerPlace(row, spot)] : [];
  });
}

function customerPlace(row: Row, spot: PlaceSpot): CustomerPlace {
  return {
    place_id: row.place_id,
    ...spot,
    radius_m: PLACE_RADIUS_M,
    install_id: row.install_id,
    passes: row.passes,
    days: row.days,
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
    trusted_at: row.trusted_at?.toISOString() ?? null,
  };
}

/**
 * Deletes one place, or all; returns their number. The audit entry names no customer, because it outlives
 * their erasure.
 */
export async function removePlaces(
  db: Db,
  { org, env, customer_id }: Customer,
  { place_id, by }: { place_id: string | null; by: string },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ place_id: string }>`
      DELETE FROM trusted_place WHERE org = ${org} AND env = ${env} AND customer_id = ${customer_id}
         AND (${place_id}::text IS NULL OR place_id = ${place_id}) RETURNING place_id`.execute(trx);
    for (const { place_id: target } of rows)
      await audit(trx, { org, env, actor: 'cli', action: 'place.removed', target, detail: { by } });
    return rows.length;
  });
}
