import { type Attention, READ_AUDIT, type Role, SEE_BUILD } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { OLD_DAYS } from '../geolocation/geodata/age.ts';
import { networkAgeDays } from '../geolocation/geodata/geography.ts';
import type { Scope } from './counts.ts';

type Db = Kysely<Schema>;

const DAY_MS = 86_400_000;
/** Heads are signed each hour; after this time, the signing has stopped. */
const HEAD_LATE_MS = 3 * 3_600_000;
const LOOKED_BACK_DAYS = 7;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const item = (kind: Attention['kind'], more: Partial<Attention>): Attention => ({
  kind,
  since: null,
  count: 1,
  name: null,
  id: null,
  detail: null,
  next_at: null,
  ...more,
});

export interface Watched {
  deps: Deps;
  scope: Scope;
  role: Role | null;
  now_ms: number;
}

/** What waits for a person who may do something about it; the most urgent first. */
export async function attentionOf(
  db: Db,
  watched: Watched,
  reviews: { overdue: number; overdue_since: Date | null },
): Promise<Attention[]> {
  const builds = watched.role !== null && SEE_BUILD.includes(watched.role);
  const audits = watched.role !== null && READ_AUDIT.includes(watched.role);
  const overdue = item('reviews_overdue', { count: reviews.overdue, since: iso(reviews.overdue_since) });
  return [
    ...(reviews.overdue > 0 ? [overdue] : []),
    ...(await contradicted(db, watched)),
    ...(builds ? [...(await endpoints(db, watched)), ...(await misused(db, watched))] : []),
    ...(audits ? await chores(db, watched) : []),
    ...(builds ? oldData(watched) : []),
  ];
}

async function contradicted(db: Db, { scope, now_ms }: Watched): Promise<Attention[]> {
  const { rows } = await sql<{ count: number; since: Date | null; id: string | null }>`
    SELECT count(DISTINCT a.target)::int AS count, min(a.at) AS since, (array_agg(a.target ORDER BY a.at DESC))[1] AS id
      FROM audit a
     WHERE a.org = ${scope.org} AND a.env = ${scope.env} AND a.action = 'record.contradicted'
       AND a.at > ${new Date(now_ms - LOOKED_BACK_DAYS * DAY_MS)}`.execute(db);
  const { count, since, id } = rows[0]!;
  return count === 0 ? [] : [item('records_contradicted', { count, since: iso(since), id })];
}

interface Failing {
  webhook_id: string;
  url: string;
  disabled_at: Date | null;
  failing_since: Date | null;
  last_status: number | null;
  last_problem: string | null;
  waiting: number;
  next_at: Date | null;
}

async function endpoints(db: Db, { scope }: Watched): Promise<Attention[]> {
  const { rows } = await sql<Failing>`
    SELECT w.webhook_id, w.url, w.disabled_at, w.failing_since, w.last_status, w.last_problem, d.waiting, d.next_at
      FROM webhook w CROSS JOIN LATERAL (
        SELECT count(*)::int AS waiting, min(d.due_at) AS next_at FROM delivery d
         WHERE (d.org, d.env, d.webhook_id) = (w.org, w.env, w.webhook_id) AND d.state = 'pending') d
     WHERE w.org = ${scope.org} AND w.env = ${scope.env}
       AND (w.disabled_reason IN ('gone', 'failing') OR (w.disabled_at IS NULL AND w.failing_since IS NOT NULL))
     ORDER BY coalesce(w.disabled_at, w.failing_since)`.execute(db);
  return rows.map((row) =>
    item(row.disabled_at ? 'webhook_disabled' : 'webhook_failing', {
      since: iso(row.disabled_at ?? row.failing_since),
      count: row.waiting,
      name: hostOf(row.url),
      id: row.webhook_id,
      detail: row.last_status === null ? row.last_problem : String(row.last_status),
      next_at: row.disabled_at ? null : iso(row.next_at),
    }),
  );
}

export function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

async function misused(db: Db, { scope, now_ms }: Watched): Promise<Attention[]> {
  const { rows } = await sql<{
    key_id: string;
    name: string;
    times: number;
    at: Date;
    origin: string | null;
  }>`
    SELECT k.key_id, k.name, count(*)::int AS times, min(e.at) AS at,
           (array_agg(e.data ->> 'origin' ORDER BY e.at DESC))[1] AS origin
      FROM event e JOIN api_key k ON (k.org, k.env, k.key_id) = (e.org, e.env, e.data ->> 'key_id')
     WHERE e.org = ${scope.org} AND e.env = ${scope.env} AND e.type = 'key.misused'
       AND e.at > ${new Date(now_ms - LOOKED_BACK_DAYS * DAY_MS)} AND k.revoked_at IS NULL
       AND coalesce(k.expires_at, 'infinity') > ${new Date(now_ms)}
     GROUP BY 1, 2 ORDER BY at`.execute(db);
  return rows.map(({ key_id, name, times, at, origin }) =>
    item('key_misused', { id: key_id, name, count: times, since: iso(at), detail: origin }),
  );
}

/** Chores that prove something, and have stopped. */
async function chores(db: Db, { scope, now_ms }: Watched): Promise<Attention[]> {
  const { rows } = await sql<{
    seq: number | null;
    head_seq: number | null;
    signed_at: Date | null;
    failed_at: Date | null;
  }>`
    SELECT (SELECT max(seq)::float8 FROM audit_link WHERE org = ${scope.org}) AS seq,
           h.seq::float8 AS head_seq, h.signed_at,
           (SELECT CASE WHEN outcome = 'failed' THEN ended_at END FROM retention_run
             WHERE ended_at IS NOT NULL ORDER BY started_at DESC LIMIT 1) AS failed_at
      FROM (SELECT 1) one LEFT JOIN LATERAL (
        SELECT seq, signed_at FROM audit_head WHERE org = ${scope.org} ORDER BY seq DESC LIMIT 1) h ON true`.execute(
    db,
  );
  const { seq, head_seq, signed_at, failed_at } = rows[0]!;
  const late = signed_at !== null && seq !== head_seq && now_ms - signed_at.getTime() > HEAD_LATE_MS;
  return [
    ...(late
      ? [item('audit_head_late', { since: iso(signed_at), count: (seq ?? 0) - (head_seq ?? 0) })]
      : []),
    ...(failed_at ? [item('retention_failed', { since: iso(failed_at) })] : []),
  ];
}

function oldData({ deps, now_ms }: Watched): Attention[] {
  const days = networkAgeDays(deps.network, now_ms);
  if (days === null || days < OLD_DAYS) return [];
  const since = new Date(now_ms - (days - OLD_DAYS) * DAY_MS);
  return [item('network_data_old', { count: days, since: iso(since) })];
}
