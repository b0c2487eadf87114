import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { floorQuarter, idsBetween, joined, type Piece, QUARTER_MS } from './quarters.ts';

type Db = Kysely<Schema>;
type Area = 'geolocation' | 'face';

/** Any number, the same in every version. */
const LOCK = 7_263_541_911;
/** A quarter is counted when no transaction that began in it can still run: they end within seconds. */
const SETTLED_MS = 300_000;
/** Quarters that one transaction counts anew, at most. */
const MOST = 96;

/**
 * Counts the quarters that are over, and again those that changed. Any node may call it at any time; one of them
 * does the work. What it has not reached yet is counted when it is read, so nothing depends on how often it runs.
 */
export async function countRecords(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  stopping?: AbortSignal,
): Promise<void> {
  for (const area of ['geolocation', 'face'] as const)
    for (let more = true; more && !stopping?.aborted; )
      more = await database.db.transaction().execute((trx) => countSome(trx, area, clock.now()));
}

/** True when there is more to count. */
async function countSome(trx: Db, area: Area, now_ms: number): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`
    SELECT pg_try_advisory_xact_lock(${LOCK}::bigint) AS ours`.execute(trx);
  if (!rows[0]!.ours) return false;
  const marked = await takeMarked(trx, area);
  for (const { org, env, quarters_ms } of marked) await countQuarters(trx, area, { org, env }, quarters_ms);
  const went_on = await goOn(trx, area, now_ms);
  return marked.length > 0 || went_on;
}

interface Marked {
  org: string;
  env: string;
  quarters_ms: number[];
}

/** The marks that are committed. A change that commits later has a mark of its own, and is counted with that. */
async function takeMarked(trx: Db, area: Area): Promise<Marked[]> {
  const { rows } = await sql<{ org: string; env: string; quarters: string[] }>`
    WITH wanted AS (
      SELECT DISTINCT org, env, quarter FROM recount WHERE area = ${area} ORDER BY org, env, quarter LIMIT ${MOST}),
    gone AS (
      DELETE FROM recount r USING wanted w
       WHERE r.area = ${area} AND (r.org, r.env, r.quarter) = (w.org, w.env, w.quarter)
       RETURNING r.org, r.env, r.quarter)
    SELECT org, env, array_agg(DISTINCT extract(epoch FROM quarter)::text) AS quarters FROM gone
     GROUP BY org, env`.execute(trx);
  return rows.map(({ org, env, quarters }) => ({
    org,
    env,
    quarters_ms: quarters.map((seconds) => Number(seconds) * 1_000).sort((a, b) => a - b),
  }));
}

/** Counts the next quarters of every organization. True where there are more. */
async function goOn(trx: Db, area: Area, now_ms: number): Promise<boolean> {
  const settled = floorQuarter(now_ms - SETTLED_MS);
  const from = await countedUntil(trx, area, settled);
  const to = Math.min(settled, from + MOST * QUARTER_MS);
  if (to > from) {
    const { rows } = await sql<{ org: string; env: string }>`
      SELECT org, env FROM organization, unnest(ARRAY['production', 'sandbox']) AS env`.execute(trx);
    const quarters_ms = Array.from({ length: (to - from) / QUARTER_MS }, (_, i) => from + i * QUARTER_MS);
    for (const place of rows) await countQuarters(trx, area, place, quarters_ms);
  }
  await sql`UPDATE counted SET until = ${new Date(Math.max(from, to))} WHERE area = ${area}`.execute(trx);
  return to < settled;
}

/** Where counting goes on; at first, with the oldest record that there is. */
async function countedUntil(trx: Db, area: Area, settled: number): Promise<number> {
  const table = sql.table(area === 'face' ? 'face_session' : 'verification');
  const { rows } = await sql<{ until: Date | null; oldest: Date | null }>`
    SELECT until, CASE WHEN until IS NULL THEN (SELECT min(created_at) FROM ${table}) END AS oldest
      FROM counted WHERE area = ${area} FOR UPDATE`.execute(trx);
  const { until, oldest } = rows[0]!;
  return until?.getTime() ?? Math.min(settled, oldest ? floorQuarter(oldest.getTime()) : settled);
}

async function countQuarters(
  trx: Db,
  area: Area,
  place: { org: string; env: string },
  quarters_ms: readonly number[],
): Promise<void> {
  const runs = joined(quarters_ms.map((at) => ({ from_ms: at, to_ms: at + QUARTER_MS })));
  for (const run of runs)
    for (const { into, rows } of area === 'face' ? sessions(place, run) : verifications(place, run)) {
      await sql`
        DELETE FROM ${sql.table(into)} WHERE org = ${place.org} AND env = ${place.env}
           AND quarter >= ${new Date(run.from_ms)} AND quarter < ${new Date(run.to_ms)}`.execute(trx);
      await sql`INSERT INTO ${sql.table(into)} ${rows}`.execute(trx);
    }
}

interface Counting {
  into: string;
  rows: RawBuilder<unknown>;
}

const QUARTER = sql`date_bin('15 minutes', r.created_at, 'epoch')`;

function rowsIn(
  table: string,
  id: string,
  prefix: string,
  { org, env }: { org: string; env: string },
  run: Piece,
) {
  const [first, end] = idsBetween(prefix, run.from_ms, run.to_ms);
  return sql`FROM ${sql.table(table)} r
     WHERE r.org = ${org} AND r.env = ${env} AND ${sql.ref(`r.${id}`)} >= ${first} AND ${sql.ref(`r.${id}`)} < ${end}
       AND r.created_at >= ${new Date(run.from_ms)} AND r.created_at < ${new Date(run.to_ms)}`;
}

const verifications = (place: { org: string; env: string }, run: Piece): Counting[] => {
  const from = rowsIn('verification', 'verification_id', 'ver', place, run);
  return [
    {
      into: 'verification_count',
      rows: sql`
        SELECT r.org, r.env, ${QUARTER}, coalesce(r.policy_id, ''), r.decision, count(*),
               count(*) FILTER (WHERE r.hop = 0) ${from} GROUP BY 1, 2, 3, 4, 5`,
    },
    {
      into: 'reason_count',
      rows: sql`
        SELECT x.org, x.env, x.quarter, x.policy_id, code, count(*)
          FROM (SELECT r.org, r.env, ${QUARTER} AS quarter, coalesce(r.policy_id, '') AS policy_id, r.reason_codes
                ${from} AND r.decision <> 'pass') x, unnest(x.reason_codes) AS code
         GROUP BY 1, 2, 3, 4, 5`,
    },
  ];
};

/** How far a session came, as sums over rows `r`. */
export const SESSION_STEPS = sql`
  count(*)::int AS opened,
  (count(*) FILTER (WHERE r.consent IS NOT NULL))::int AS consented,
  (count(*) FILTER (WHERE r.attempts_used > 0 OR EXISTS (
    SELECT FROM face_attempt a WHERE (a.org, a.env, a.session_id) = (r.org, r.env, r.session_id))))::int AS filmed,
  (count(*) FILTER (WHERE r.attempts_used > 0))::int AS captured,
  (count(*) FILTER (WHERE r.decision IS NOT NULL))::int AS decided,
  (count(*) FILTER (WHERE r.decision = 'approved'))::int AS approved,
  (count(*) FILTER (WHERE EXISTS (
    SELECT FROM face_handoff h WHERE (h.org, h.env, h.session_id, h.handoff_id) =
      (r.org, r.env, r.session_id, r.handoff_id) AND h.redeemed_at IS NOT NULL)))::int AS by_phone`;

const sessions = (place: { org: string; env: string }, run: Piece): Counting[] => [
  {
    into: 'session_count',
    rows: sql`SELECT r.org, r.env, ${QUARTER}, ${SESSION_STEPS}
      ${rowsIn('face_session', 'session_id', 'fcs', place, run)} GROUP BY 1, 2, 3`,
  },
];
