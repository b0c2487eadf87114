import type { KeyObject } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { ENTRY, type Entry, linkHash, NO_HASH, sealKey, sealOf } from './chain.ts';

/** Any number, the same in every version. */
const LOCK = 7_263_541_905;
/** Entries of one transaction: it takes a few tens of milliseconds, and holds no lock that a writer waits for. */
const BATCH = 2_000;

/**
 * Links the entries that wait, and returns their number. Entries are written without a link, because one chain
 * per organization would make its writers wait for each other. This runs every second on every node, and one of
 * them does the work.
 */
export async function linkEntries(
  { database, envelope }: Pick<Deps, 'database' | 'envelope'>,
  stopping?: AbortSignal,
  batch = BATCH,
): Promise<number> {
  const key = sealKey(envelope);
  let linked = 0;
  for (let more = true; more && !stopping?.aborted; ) {
    const count = await database.db.transaction().execute((trx) => linkBatch(trx, key, batch));
    linked += count;
    more = count >= batch;
  }
  return linked;
}

interface Place {
  ours: boolean;
  /** The last transaction whose entries are all linked. */
  linked: string;
  /** The oldest transaction that still runs: what is older is there to be read, or will never be. */
  horizon: string;
  /** The first transaction that has not begun. */
  future: string;
  /** The numbers are those of another cluster, from which the database was copied. */
  foreign: boolean;
}

async function linkBatch(trx: Kysely<Schema>, key: KeyObject, batch: number): Promise<number> {
  const { rows } = await sql<Place>`
    SELECT pg_try_advisory_xact_lock(${LOCK}::bigint) AS ours`.execute(trx);
  if (!rows[0]!.ours) return 0;
  const place = await placeOf(trx);
  const entries = await waiting(trx, place, batch);
  if (entries.length === 0) return 0;
  await insertLinks(trx, key, entries);
  const all = entries.length < batch;
  if (place.foreign && !all) return entries.length;
  const tx = place.foreign ? (BigInt(place.horizon) - 1n).toString() : entries.at(-1)!.tx;
  await sql`UPDATE audit_place SET tx = ${tx}::xid8`.execute(trx);
  return entries.length;
}

async function placeOf(trx: Kysely<Schema>): Promise<Place> {
  const { rows } = await sql<Place>`
    SELECT p.tx::text AS linked, pg_snapshot_xmin(s)::text AS horizon, pg_snapshot_xmax(s)::text AS future,
           p.tx >= pg_snapshot_xmax(s) AS foreign
      FROM audit_place p, pg_current_snapshot() s`.execute(trx);
  return rows[0]!;
}

type Waiting = Entry & { tx: string };

/**
 * The next entries, whole transactions at a time. After a copy into another cluster, transactions have other
 * numbers: then every entry without a link counts, in one slow pass.
 */
async function waiting(trx: Kysely<Schema>, place: Place, batch: number): Promise<Waiting[]> {
  const { linked, horizon, future, foreign } = place;
  // The statistics are older than the newest entries: without this, a plan may read all links.
  if (!foreign)
    await sql`
      SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(
      trx,
    );
  const due = foreign
    ? sql`(a.tx < ${horizon}::xid8 OR a.tx >= ${future}::xid8)`
    : sql`a.tx > ${linked}::xid8 AND a.tx < ${horizon}::xid8`;
  const { rows } = await sql<Waiting>`
    SELECT ${ENTRY}, a.tx::text AS tx FROM (
      SELECT * FROM audit a WHERE ${due}
         AND NOT EXISTS (SELECT FROM audit_link l WHERE l.org = a.org AND l.audit_id = a.audit_id)
       ORDER BY a.tx FETCH FIRST ${sql.lit(batch)} ROWS WITH TIES) a
     ORDER BY a.tx, a.audit_id`.execute(trx);
  return rows;
}

async function insertLinks(trx: Kysely<Schema>, key: KeyObject, entries: Waiting[]): Promise<void> {
  const ends = await endsOf(trx, [...new Set(entries.map(({ org }) => org))]);
  const links = entries.map((entry) => {
    const { org, audit_id } = entry;
    const before = ends.get(org) ?? { seq: 0, hash: NO_HASH };
    const seq = before.seq + 1;
    const hash = linkHash(before.hash, entry);
    ends.set(org, { seq, hash });
    return { org, seq, audit_id, hash, seal: sealOf(key, org, seq, hash) };
  });
  await sql`
    INSERT INTO audit_link (org, seq, audit_id, hash, seal)
    SELECT * FROM unnest(
      ${links.map(({ org }) => org)}::text[], ${links.map(({ seq }) => seq)}::bigint[],
      ${links.map(({ audit_id }) => audit_id)}::text[], ${links.map(({ hash }) => hash)}::bytea[],
      ${links.map(({ seal }) => seal)}::bytea[])`.execute(trx);
}

type End = { seq: number; hash: Buffer };

/** Where the chains of these organizations end. */
async function endsOf(trx: Kysely<Schema>, orgs: string[]): Promise<Map<string, End>> {
  const { rows } = await sql<End & { org: string }>`
    SELECT o.org, l.seq, l.hash
      FROM unnest(${orgs}::text[]) AS o (org)
      CROSS JOIN LATERAL (
        SELECT seq, hash FROM audit_link WHERE org = o.org ORDER BY seq DESC LIMIT 1) l`.execute(trx);
  return new Map(rows.map(({ org, seq, hash }) => [org, { seq, hash }]));
}
