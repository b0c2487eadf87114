import type { Environment } from '@standpoint/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { idsBetween, type Piece, type Span, spanOf } from './quarters.ts';
import { SESSION_STEPS } from './recount.ts';

type Db = Kysely<Schema>;

/** What is counted: an organization and environment, and verifications of one policy or of all. */
export interface Scope {
  org: string;
  env: Environment;
  /** '' is the built-in default policy; null: all. */
  policy_id: string | null;
}

/** How far the tables are counted, and which quarters changed since, as this transaction sees it. */
export interface Progress {
  until_ms: Record<'geolocation' | 'face', number | null>;
  marked_ms: Record<'geolocation' | 'face', number[]>;
}

export async function progressOf(db: Db, { org, env }: Scope): Promise<Progress> {
  const { rows } = await sql<{ area: 'geolocation' | 'face'; until: Date | null; marked: string[] | null }>`
    SELECT c.area, c.until, (
             SELECT array_agg(DISTINCT extract(epoch FROM r.quarter)::text) FROM recount r
              WHERE r.area = c.area AND r.org = ${org} AND r.env = ${env}) AS marked
      FROM counted c`.execute(db);
  const of = (area: string) => rows.find((row) => row.area === area)!;
  const marked = (area: string) => (of(area).marked ?? []).map((seconds) => Number(seconds) * 1_000);
  return {
    until_ms: {
      geolocation: of('geolocation').until?.getTime() ?? null,
      face: of('face').until?.getTime() ?? null,
    },
    marked_ms: { geolocation: marked('geolocation'), face: marked('face') },
  };
}

export const spanIn = (
  progress: Progress,
  area: 'geolocation' | 'face',
  piece: Piece,
  direct = false,
): Span => spanOf(piece, direct ? null : progress.until_ms[area], progress.marked_ms[area]);

const dates = (all: readonly number[]) => all.map((ms) => new Date(ms));

const counted = ({ counted, stale_ms }: Span) => sql`
  c.quarter >= ${new Date(counted.from_ms)} AND c.quarter < ${new Date(counted.to_ms)}
    AND c.quarter <> ALL (${dates(stale_ms)}::timestamptz[])`;

/**
 * The rows of the pieces, as `r`. Without the fence (OFFSET 0), the planner joins, and reads every row of the
 * organization once.
 */
function rowsOf(
  table: string,
  id: string,
  prefix: string,
  { org, env }: Scope,
  { pieces }: Span,
  more = sql``,
) {
  const ids = pieces.map(({ from_ms, to_ms }) => idsBetween(prefix, from_ms, to_ms));
  return sql`
    unnest(${dates(pieces.map(({ from_ms }) => from_ms))}::timestamptz[],
           ${dates(pieces.map(({ to_ms }) => to_ms))}::timestamptz[],
           ${ids.map(([first]) => first)}::text[], ${ids.map(([, end]) => end)}::text[]) AS p (a, b, first_id, end_id)
    CROSS JOIN LATERAL (
      SELECT * FROM ${sql.table(table)} r
       WHERE r.org = ${org} AND r.env = ${env} AND ${sql.ref(`r.${id}`)} >= p.first_id
         AND ${sql.ref(`r.${id}`)} < p.end_id AND r.created_at >= p.a AND r.created_at < p.b ${more}
      OFFSET 0) r`;
}

const ofPolicy = ({ policy_id }: Scope, column: RawBuilder<unknown>) =>
  policy_id === null ? sql`` : sql`AND ${column} = ${policy_id}`;

/** Where a moment begins in the series: SQL over the column `at`. */
export type Bucket = RawBuilder<unknown>;

export interface DecisionCount {
  at: Date;
  decision: string;
  count: number;
  first: number;
}

export async function countDecisions(
  db: Db,
  scope: Scope,
  span: Span,
  bucket: Bucket,
): Promise<DecisionCount[]> {
  const { rows } = await sql<DecisionCount>`
    SELECT ${bucket} AS at, x.decision, sum(x.count)::int AS count, sum(x.first)::int AS first FROM (
      SELECT c.quarter AS at, c.decision, c.count, c.first FROM verification_count c
       WHERE c.org = ${scope.org} AND c.env = ${scope.env} AND ${counted(span)}
         ${ofPolicy(scope, sql`c.policy_id`)}
      UNION ALL
      SELECT date_bin('5 minutes', r.created_at, 'epoch'), r.decision, count(*), count(*) FILTER (WHERE r.hop = 0)
        FROM ${rowsOf('verification', 'verification_id', 'ver', scope, span, ofPolicy(scope, sql`coalesce(r.policy_id, '')`))}
       GROUP BY 1, 2) x
     GROUP BY 1, 2 ORDER BY 1`.execute(db);
  return rows;
}

export async function countReasons(db: Db, scope: Scope, span: Span): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; count: number }>`
    SELECT x.code, sum(x.count)::int AS count FROM (
      SELECT c.code, c.count FROM reason_count c
       WHERE c.org = ${scope.org} AND c.env = ${scope.env} AND ${counted(span)}
         ${ofPolicy(scope, sql`c.policy_id`)}
      UNION ALL
      SELECT code, count(*)
        FROM ${rowsOf('verification', 'verification_id', 'ver', scope, span, ofPolicy(scope, sql`coalesce(r.policy_id, '')`))},
             unnest(r.reason_codes) AS code
       WHERE r.decision <> 'pass' GROUP BY 1) x
     GROUP BY 1`.execute(db);
  return new Map(rows.map(({ code, count }) => [code, count]));
}

export interface SessionCount {
  at: Date;
  opened: number;
  consented: number;
  filmed: number;
  captured: number;
  decided: number;
  approved: number;
  by_phone: number;
}

export async function countSessions(
  db: Db,
  scope: Scope,
  span: Span,
  bucket: Bucket,
): Promise<SessionCount[]> {
  const sums = ['opened', 'consented', 'filmed', 'captured', 'decided', 'approved', 'by_phone'].map(
    (name) => sql`sum(${sql.ref(`x.${name}`)})::int AS ${sql.ref(name)}`,
  );
  const { rows } = await sql<SessionCount>`
    SELECT ${bucket} AS at, ${sql.join(sums)} FROM (
      SELECT c.quarter AS at, c.opened, c.consented, c.filmed, c.captured, c.decided, c.approved, c.by_phone
        FROM session_count c WHERE c.org = ${scope.org} AND c.env = ${scope.env} AND ${counted(span)}
      UNION ALL
      SELECT date_bin('5 minutes', r.created_at, 'epoch'), ${SESSION_STEPS}
        FROM ${rowsOf('face_session', 'session_id', 'fcs', scope, span)} GROUP BY 1) x
     GROUP BY 1 ORDER BY 1`.execute(db);
  return rows;
}
