import type { reviewing } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { type Person, readPerson } from '../face/portal/person.ts';
import { customerIds } from '../privacy/customers.ts';
import type { Place } from './rows.ts';

type Fact = reviewing.Twin['facts'][number];

/** More are not compared: the reviewer looks at the most alike. */
const MOST = 3;

interface Seen {
  installs: string[];
  networks: string[];
  countries: string[];
  checks: number;
  first_at: Date | null;
  last_at: Date | null;
  person: Person | null;
}

/** The customers with a similar face, each compared with the session's own customer. */
export async function twinsOf(deps: Deps, place: Place, session_id: string): Promise<reviewing.Twin[]> {
  const { org, env } = place;
  const { db } = deps.database;
  const { rows } = await sql<{
    customer_hash: string;
    mine: string;
    score: number;
    threshold: number | null;
  }>`
    SELECT d.customer_hash, s.customer_hash AS mine, d.score, (s.checks #>> '{dedupe,threshold}')::float8 AS threshold
      FROM face_duplicate d
      JOIN face_session s ON (s.org, s.env, s.session_id) = (d.org, d.env, d.session_id)
     WHERE d.org = ${org} AND d.env = ${env} AND d.session_id = ${session_id}
     ORDER BY d.score DESC LIMIT ${MOST}`.execute(db);
  if (rows.length === 0) return [];
  const mine = await seenOf(deps, place, rows[0]!.mine);
  const ids = await customerIds(
    db,
    deps.data_keys,
    place,
    rows.map(({ customer_hash }) => customer_hash),
  );
  const twins = [];
  for (const { customer_hash, score, threshold } of rows) {
    const customer_id = ids.get(customer_hash);
    if (customer_id === undefined) continue;
    const other = await seenOf(deps, place, customer_hash);
    const session_id = await sessionOf(deps, place, customer_hash);
    twins.push({ customer_id, score, threshold, session_id, facts: compare(mine, other) });
  }
  return twins;
}

/**
 * The session whose frames a reviewer compares: the last one that still has some, else one that says where
 * they went.
 */
async function sessionOf({ database }: Deps, { org, env }: Place, customer_hash: string) {
  const { rows } = await sql<{ session_id: string }>`
    SELECT session_id FROM face_session
     WHERE org = ${org} AND env = ${env} AND customer_hash = ${customer_hash}
     ORDER BY array_position(ARRAY['kept', 'deleted', 'none'], frames_state), session_id DESC LIMIT 1`.execute(
    database.db,
  );
  return rows[0]?.session_id ?? null;
}

/** What is known of one customer. Installs and networks are keyed hashes, which can be compared and not read. */
async function seenOf(deps: Deps, { org, env }: Place, customer_hash: string): Promise<Seen> {
  const { db } = deps.database;
  const { rows } = await sql<Omit<Seen, 'person'>>`
    SELECT coalesce(array_agg(DISTINCT g.install_hash) FILTER (WHERE g.install_hash <> ''), '{}') AS installs,
           coalesce(array_agg(DISTINCT encode(g.network, 'hex')) FILTER (
             WHERE length(g.network) > 0 AND g.counted), '{}')
             AS networks,
           coalesce(array_agg(DISTINCT g.country) FILTER (WHERE g.country <> ''), '{}') AS countries,
           (SELECT count(*)::int FROM verification v
             WHERE v.org = ${org} AND v.env = ${env} AND v.customer_hash = ${customer_hash}) AS checks,
           (SELECT c.created_at FROM customer c
             WHERE c.org = ${org} AND c.env = ${env} AND c.customer_hash = ${customer_hash}) AS first_at,
           max(g.last_at) AS last_at
      FROM sighting g
     WHERE g.org = ${org} AND g.env = ${env} AND g.customer_hash = ${customer_hash}`.execute(db);
  const person = await readPerson(db, deps.data_keys, { org, env, customer_hash });
  return { ...rows[0]!, person };
}

const counted = (list: readonly string[], one: string): string =>
  list.length === 0 ? 'none seen' : list.length === 1 ? `1 ${one}` : `${list.length} ${one}s`;

function shared(fact: Fact['fact'], one: string, mine: readonly string[], other: readonly string[]): Fact {
  const both = mine.filter((each) => other.includes(each)).length;
  const more = both > 0 ? `, ${both} of them in common` : '';
  const same = mine.length === 0 || other.length === 0 ? null : both > 0;
  return { fact, this: counted(mine, one), other: `${counted(other, one)}${more}`, same };
}

const nameOf = (person: Person | null): string =>
  [person?.first_name, person?.last_name].filter(Boolean).join(' ').normalize('NFKC').toLowerCase();

/** Whether two values that stay sealed are equal: the page never gets them. */
function sealed(fact: 'name' | 'email', mine: string, other: string): Fact {
  const said = (value: string) => (value ? 'known, not shown' : 'not known');
  return { fact, this: said(mine), other: said(other), same: mine && other ? mine === other : null };
}

const dated = (at: Date | null): string => at?.toISOString() ?? '';

const compare = (mine: Seen, other: Seen): Fact[] => [
  shared('installs', 'install', mine.installs, other.installs),
  shared('networks', 'network', mine.networks, other.networks),
  {
    fact: 'countries',
    this: mine.countries.join(', ') || 'none seen',
    other: other.countries.join(', ') || 'none seen',
    same:
      mine.countries.length === 0 || other.countries.length === 0
        ? null
        : mine.countries.some((each) => other.countries.includes(each)),
  },
  sealed('name', nameOf(mine.person), nameOf(other.person)),
  sealed('email', mine.person?.email?.toLowerCase() ?? '', other.person?.email?.toLowerCase() ?? ''),
  { fact: 'first_seen', this: dated(mine.first_at), other: dated(other.first_at), same: null },
  { fact: 'last_seen', this: dated(mine.last_at), other: dated(other.last_at), same: null },
  { fact: 'checks', this: `${mine.checks}`, other: `${other.checks}`, same: null },
];
