import { type Home, type Role, SEE_BUILD } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { ageDays, OLD_DAYS, STALE_DAYS } from '../geolocation/geodata/age.ts';
import { networkAgeDays } from '../geolocation/geodata/geography.ts';
import { hostOf } from './attention.ts';
import type { Scope } from './counts.ts';
import type { Piece } from './quarters.ts';
import { firstAttempts } from './stages.ts';

type Db = Kysely<Schema>;

interface OpenReviews {
  open: number;
  overdue: number;
  oldest_at: Date | null;
  overdue_since: Date | null;
}

export async function openReviews(db: Db, { org, env }: Scope, now_ms: number): Promise<OpenReviews> {
  const now = new Date(now_ms);
  const { rows } = await sql<OpenReviews>`
    SELECT count(*)::int AS open, (count(*) FILTER (WHERE due_at < ${now}))::int AS overdue,
           min(opened_at) AS oldest_at, min(due_at) FILTER (WHERE due_at < ${now}) AS overdue_since
      FROM review WHERE org = ${org} AND env = ${env} AND state IN ('open', 'awaiting_second')`.execute(db);
  return rows[0]!;
}

/** Versions of policies that began to decide in the span. */
export async function publishedIn(
  db: Db,
  scope: Scope,
  { from_ms, to_ms }: Piece,
): Promise<Home['published']> {
  const { rows } = await sql<{ at: Date; policy_id: string; version: number; name: string }>`
    SELECT published_at AS at, policy_id, version, name FROM policy
     WHERE org = ${scope.org} AND published_at >= ${new Date(from_ms)} AND published_at < ${new Date(to_ms)}
       AND (${scope.policy_id}::text IS NULL OR policy_id = ${scope.policy_id})
     ORDER BY published_at DESC LIMIT 20`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Policies by the name of their newest version. */
export async function policiesOf(db: Db, { org }: Scope): Promise<Home['policies']> {
  const { rows } = await sql<Home['policies'][number]>`
    SELECT policy_id, (array_agg(name ORDER BY version DESC))[1] AS name FROM policy
     WHERE org = ${org} AND published_at IS NOT NULL GROUP BY 1 ORDER BY 2, 1`.execute(db);
  return rows;
}

interface Health {
  webhook_id: string;
  url: string;
  disabled_at: Date | null;
  failing_since: Date | null;
  delivered: number;
  failed: number;
  waiting: number;
}

export async function webhookHealth(
  db: Db,
  { org, env }: Scope,
  role: Role | null,
  now_ms: number,
): Promise<Home['webhooks']> {
  if (role === null || !SEE_BUILD.includes(role)) return null;
  const since = new Date(now_ms - 86_400_000);
  const { rows } = await sql<Health>`
    SELECT w.webhook_id, w.url, w.disabled_at, w.failing_since,
           coalesce(e.delivered, 0) AS delivered, coalesce(e.failed, 0) AS failed, d.waiting
      FROM webhook w
      LEFT JOIN (
        SELECT webhook_id, (count(*) FILTER (WHERE state = 'delivered'))::int AS delivered,
               (count(*) FILTER (WHERE state = 'failed'))::int AS failed
          FROM delivery WHERE org = ${org} AND env = ${env} AND state <> 'pending' AND ended_at >= ${since}
         GROUP BY 1) e USING (webhook_id)
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS waiting FROM delivery d
         WHERE (d.org, d.env, d.webhook_id) = (w.org, w.env, w.webhook_id) AND d.state = 'pending') d
     WHERE w.org = ${org} AND w.env = ${env} ORDER BY w.created_at`.execute(db);
  const first = await firstAttempts(db, { org, env }, now_ms);
  return rows.map(({ url, disabled_at, failing_since, ...row }) => ({
    ...row,
    host: hostOf(url),
    first: first.get(row.webhook_id) ?? null,
    state: disabled_at ? ('disabled' as const) : failing_since ? ('failing' as const) : ('healthy' as const),
  }));
}

export function ageOfData({ places, network }: Deps, now_ms: number): Home['data'] {
  const borders = Object.values(places.dates)
    .map((date) => ageDays(date, now_ms))
    .filter((days) => days !== null);
  const addresses = networkAgeDays(network, now_ms);
  const state =
    addresses === null
      ? 'unknown'
      : addresses >= STALE_DAYS
        ? 'old'
        : addresses >= OLD_DAYS
          ? 'due'
          : 'fresh';
  return [
    // Borders of states hardly move, so their age alone asks for nothing.
    borders.length > 0
      ? { name: 'borders', days: Math.max(...borders), state: 'fresh' }
      : { name: 'borders', days: null, state: 'unknown' },
    { name: 'addresses', days: addresses, state },
  ];
}

/** Whether there is any record, and which of the first steps were done. */
export async function firstSteps(db: Db, { org, env }: Scope): Promise<Home['steps'] & { any: boolean }> {
  const { rows } = await sql<Home['steps'] & { any: boolean }>`
    SELECT EXISTS (SELECT FROM verification WHERE org = ${org} AND env = ${env})
             OR EXISTS (SELECT FROM face_session WHERE org = ${org} AND env = ${env}) AS any,
           EXISTS (SELECT FROM api_key WHERE org = ${org} AND env = ${env} AND kind = 'api'
           AND revoked_at IS NULL) AS api_key,
           EXISTS (SELECT FROM policy WHERE org = ${org} AND status = 'published') AS policy,
           EXISTS (SELECT FROM workflow WHERE org = ${org} AND status = 'published') AS workflow,
           EXISTS (SELECT FROM webhook WHERE org = ${org} AND env = ${env} AND disabled_at IS NULL) AS webhook,
           (SELECT count(*) > 1 FROM member WHERE org = ${org}) AS team`.execute(db);
  return rows[0]!;
}
