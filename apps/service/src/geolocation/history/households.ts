import type { KeyObject } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import { sql } from 'kysely';
import { audit } from '../../accounts/audit.ts';
import type { Deps } from '../../deps.ts';
import { customerIds, makeCustomer, withKeys } from '../../privacy/customers.ts';
import { openBytes, sealBytes } from '../../privacy/envelope.ts';
import { installHash } from '../../privacy/pseudonyms.ts';

type World = Pick<Deps, 'envelope' | 'data_keys'> & { database: Pick<Deps['database'], 'db'> };

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

interface Member {
  org: string;
  env: Environment;
  install_hash: string;
  customer_hash: string;
}

const aad = ({ org, env, install_hash, customer_hash }: Member, part: 'install' | 'note') =>
  `household|${org}|${env}|${install_hash}|${customer_hash}|${part}`;

/** The install of a member, with the member's data key. */
export const openInstall = (key: KeyObject, member: Member, sealed: Buffer): string =>
  openBytes(key, sealed, aad(member, 'install')).toString('utf8');

/** Replaces the label of an install. The audit entry names no customer, because it outlives their erasure. */
export async function setHousehold(
  deps: World,
  install: Install,
  label: { customers: string[]; days: number; by: string; note: string | null },
): Promise<Household> {
  const { org, env, install_id } = install;
  const install_hash = installHash(deps.envelope, install, install_id);
  await deps.database.db.transaction().execute(async (trx) => {
    await sql`
      DELETE FROM household_member
       WHERE org = ${org} AND env = ${env} AND install_hash = ${install_hash}`.execute(trx);
    const since = new Date();
    for (const customer_id of label.customers.toSorted()) {
      const { who, key } = await makeCustomer(trx, deps, { org, env, customer_id, since });
      const member = { ...who, install_hash };
      const note_sealed = label.note === null ? null : sealBytes(key, label.note, aad(member, 'note'));
      await sql`
        INSERT INTO household_member (org, env, install_hash, customer_hash, set_by, install_sealed,
          note_sealed, expires_at)
        VALUES (${org}, ${env}, ${install_hash}, ${who.customer_hash}, ${label.by},
          ${sealBytes(key, install_id, aad(member, 'install'))}, ${note_sealed},
          now() + make_interval(days => ${label.days}::int))`.execute(trx);
    }
    const detail = { by: label.by, customers: label.customers.length, days: label.days };
    await audit(trx, { org, env, actor: 'cli', action: 'household.set', target: install_hash, detail });
  });
  return (await listHouseholds(deps, org, env, install_id))[0]!;
}

interface Row extends Member {
  key_id: string | null;
  id_sealed: Buffer;
  set_by: string;
  install_sealed: Buffer;
  note_sealed: Buffer | null;
  created_at: Date;
  expires_at: Date;
}

/** Includes expired labels, until housekeeping drops them after 30 days. */
export async function listHouseholds(
  { database: { db }, data_keys, envelope }: World,
  org: string,
  env: Environment,
  install_id?: string,
): Promise<Household[]> {
  const wanted = install_id === undefined ? null : installHash(envelope, { org, env }, install_id);
  const { rows } = await sql<Row>`
    SELECT h.*, c.key_id FROM household_member h
      JOIN customer c USING (org, env, customer_hash)
     WHERE h.org = ${org} AND h.env = ${env}
       AND (${wanted}::text IS NULL OR h.install_hash = ${wanted})
     ORDER BY h.created_at, h.install_hash, h.customer_hash`.execute(db);
  const opened = (await withKeys(data_keys, rows)).filter(({ key }) => key !== null);
  const ids = await customerIds(
    db,
    data_keys,
    { org, env },
    rows.map(({ customer_hash }) => customer_hash),
  );
  return [...Map.groupBy(opened, ({ install_hash }) => install_hash).values()].map((members) => {
    const [first] = members;
    const noted = members.find(({ note_sealed }) => note_sealed !== null);
    return {
      install_id: openInstall(first!.key!, first!, first!.install_sealed),
      customers: members.map(({ customer_hash }) => ids.get(customer_hash)!).sort(),
      set_by: first!.set_by,
      note: noted ? openBytes(noted.key!, noted.note_sealed!, aad(noted, 'note')).toString('utf8') : null,
      created_at: first!.created_at.toISOString(),
      expires_at: first!.expires_at.toISOString(),
    };
  });
}

/** Removes a label; false when there is none. */
export async function removeHousehold(
  { database: { db }, envelope }: World,
  install: Install,
  by: string,
): Promise<boolean> {
  const { org, env } = install;
  const install_hash = installHash(envelope, install, install.install_id);
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      DELETE FROM household_member
       WHERE org = ${org} AND env = ${env} AND install_hash = ${install_hash} RETURNING 1`.execute(trx);
    if (rows.length > 0) {
      const detail = { by, customers: rows.length };
      await audit(trx, { org, env, actor: 'cli', action: 'household.removed', target: install_hash, detail });
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
export async function installUse(
  { database: { db }, data_keys, envelope }: World,
  install: Install,
): Promise<InstallUse[]> {
  const { org, env } = install;
  const install_hash = installHash(envelope, install, install.install_id);
  const { rows } = await sql<Omit<InstallUse, 'last_at'> & { customer_hash: string; last_at: Date }>`
    SELECT customer_hash, to_char('1970-01-01'::date + min(day), 'YYYY-MM-DD') AS first_day,
           max(last_at) AS last_at,
           sum(events)::int AS events, (count(DISTINCT network) FILTER (WHERE network <> ''))::int AS networks
      FROM sighting WHERE org = ${org} AND env = ${env} AND install_hash = ${install_hash}
     GROUP BY customer_hash ORDER BY max(last_at) DESC LIMIT 200`.execute(db);
  const ids = await customerIds(
    db,
    data_keys,
    { org, env },
    rows.map(({ customer_hash }) => customer_hash),
  );
  return rows.map(({ customer_hash, ...row }) => ({
    ...row,
    customer_id: ids.get(customer_hash) ?? '',
    last_at: row.last_at.toISOString(),
  }));
}
