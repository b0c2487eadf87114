import type { CustomerAbout } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { customerIds, type Who } from '../privacy/customers.ts';

const INSTALLS_MOST = 20;
const OTHERS_MOST = 20;

interface Own {
  install_hash: string;
  first_day: string;
  last_at: Date;
  checks: number;
  others: number;
  household: boolean;
}
interface Other {
  install_hash: string;
  customer_hash: string;
  last_at: Date;
  checks: number;
}

const DAYS = sql`to_char('1970-01-01'::date + min(s.day), 'YYYY-MM-DD')`;

/** Installs that a customer was seen on within the last 31 days, each with the others who were seen on it. */
export async function installsOf(
  { database: { db }, data_keys }: Pick<Deps, 'database' | 'data_keys'>,
  { org, env, customer_hash }: Who,
): Promise<CustomerAbout['installs']> {
  const { rows: own } = await sql<Own>`
    SELECT o.*, (SELECT count(DISTINCT x.customer_hash)::int FROM sighting x
                  WHERE x.org = ${org} AND x.env = ${env} AND x.install_hash = o.install_hash
                    AND x.customer_hash <> ${customer_hash}) AS others,
           EXISTS (SELECT 1 FROM household_member h
                    WHERE h.org = ${org} AND h.env = ${env} AND h.install_hash = o.install_hash
                      AND h.customer_hash = ${customer_hash} AND h.expires_at > now()) AS household
      FROM (SELECT s.install_hash, ${DAYS} AS first_day, max(s.last_at) AS last_at, sum(s.events)::int AS checks
              FROM sighting s
             WHERE s.org = ${org} AND s.env = ${env} AND s.customer_hash = ${customer_hash} AND s.install_hash <> ''
             GROUP BY 1 ORDER BY max(s.last_at) DESC LIMIT ${INSTALLS_MOST}) o
     ORDER BY o.last_at DESC`.execute(db);
  const hashes = own.filter(({ others }) => others > 0).map(({ install_hash }) => install_hash);
  if (hashes.length === 0) return own.map((row) => view(row, [], new Map()));
  const { rows: others } = await sql<Other>`
    SELECT install_hash, customer_hash, last_at, checks FROM (
      SELECT s.install_hash, s.customer_hash, max(s.last_at) AS last_at, sum(s.events)::int AS checks,
             row_number() OVER (PARTITION BY s.install_hash ORDER BY max(s.last_at) DESC) AS nth
        FROM sighting s
       WHERE s.org = ${org} AND s.env = ${env} AND s.install_hash = ANY (${hashes}::text[])
         AND s.customer_hash <> ${customer_hash}
       GROUP BY 1, 2) each
     WHERE nth <= ${OTHERS_MOST} ORDER BY last_at DESC`.execute(db);
  const known = [...new Set(others.map((other) => other.customer_hash))];
  const ids = await customerIds(db, data_keys, { org, env }, known);
  return own.map((row) => view(row, others, ids));
}

const view = ({ install_hash, last_at, ...row }: Own, all: readonly Other[], ids: Map<string, string>) => ({
  first_day: row.first_day,
  last_at: last_at.toISOString(),
  checks: row.checks,
  others: row.others,
  household: row.household,
  shared_with: all
    .filter((other) => other.install_hash === install_hash)
    .map((other) => ({
      customer_id: ids.get(other.customer_hash) ?? '',
      last_at: other.last_at.toISOString(),
      checks: other.checks,
    })),
});
