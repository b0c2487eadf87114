import type { Environment } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import { audit } from '../../accounts/audit.ts';
import type { Schema } from '../../database/schema.ts';

type Db = Kysely<Schema>;

interface Install {
  org: string;
  env: Environment;
  install_id: string;
}

/** Customers whom an analyst declared legitimate sharers of one install. */
export interface Household {
  install_id: string;
  customers: string[];
  set_by: string;
  note: string | null;
  created_at: string;
  expires_at: string;
}

/** A label is for a family, not for a shop counter. */
export const HOUSEHOLD_MAX = 20;

/** Replaces the label of an install. The audit entry names no customer, because it outlives their erasure. */
export async function setHousehold(
  db: Db,
  install: Install,
  label: { customers: string[]; days: number; by: string; note: string | null },
): Promise<Household> {
  const { org, env, install_id } = install;
  return db.transaction().execute(async (trx) => {
    await sql`
      DELETE FROM household_member
       WHERE org = ${org} AND env = ${env} AND install_id = ${install_id}`.execute(trx);
    await sql`
      INSERT INTO household_member (org, env, install_id, customer_id, set_by, note, expires_at)
      SELECT ${org}, ${env}, ${install_id}, customer_id, ${label.by}, ${label.note},
             now() + make_interval(days => ${label.days}::int)
        FROM unnest(${label.customers}::text[]) AS c (customer_id)`.execute(trx);
    const detail = { by: label.by, customers: label.customers.length, days: label.days };
    await audit(trx, { org, env, actor: 'cli', action: 'household.set', target: install_id, detail });
    return (await listHouseholds(trx, org, env, install_id))[0]!;
  });
}

/** Includes expired labels, until housekeeping drops them after 30 days. */
export async function listHouseholds(
  db: Db,
  org: string,
  env: Environment,
  install_id?: string,
): Promise<Household[]> {
  const { rows } = await sql<Household & { created_at: Date; expires_at: Date }>`
    SELECT install_id, array_agg(customer_id ORDER BY customer_id) AS customers,
           max(set_by) AS set_by, max(note) AS note,
           min(created_at) AS created_at, max(expires_at) AS expires_at
      FROM household_member
     WHERE org = ${org} AND env = ${env}
       AND (${install_id ?? null}::text IS NULL OR install_id = ${install_id ?? null})
     GROUP BY install_id ORDER BY install_id`.execute(db);
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }));
}

/** Removes a label; false when there is none. */
export async function removeHousehold(db: Db, install: Install, by: string): Promise<boolean> {
  const { org, env, install_id } = install;
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      DELETE FROM household_member
       WHERE org = ${org} AND env = ${env} AND install_id = ${install_id} RETURNING 1`.execute(trx);
    if (rows.length > 0) {
      const detail = { by, customers: rows.length };
      await audit(trx, { org, env, actor: 'cli', action: 'household.removed', target: install_id, detail });
    }
    return rows.length > 0;
  });
}

interface InstallUse {
  customer_id: string;
  first_day: string;
  last_at: string;
  events: number;
  networks: number;
}

/** The customers seen on an install within the last 31 days, the latest first. */
export async function installUse(db: Db, { org, env, install_id }: Install): Promise<InstallUse[]> {
  const { rows } = await sql<Omit<InstallUse, 'last_at'> & { last_at: Date }>`
    SELECT customer_id, to_char('1970-01-01'::date + min(day), 'YYYY-MM-DD') AS first_day,
           max(last_at) AS last_at,
           sum(events)::int AS events, (count(DISTINCT network) FILTER (WHERE network <> ''))::int AS networks
      FROM sighting WHERE org = ${org} AND env = ${env} AND install_id = ${install_id} AND install_id <> ''
     GROUP BY customer_id ORDER BY max(last_at) DESC LIMIT 200`.execute(db);
  return rows.map((row) => ({ ...row, last_at: row.last_at.toISOString() }));
}
