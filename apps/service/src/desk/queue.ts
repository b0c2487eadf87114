import type { QueryOf, reviewing } from '@standpoint/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Handler } from '../route.ts';
import { type DeskCall, queueRows } from './rows.ts';

type Query = QueryOf<typeof reviewing.readQueue>;
type Tab = reviewing.QueueTab;

const DECIDED_DAYS = 7;
const SOON_MS = 3_600_000;

/** What waits, without what a person has just decided: such a row comes back when they take that back. */
const WAITING = sql`r.state IN ('open', 'awaiting_second') AND r.hold_id IS NULL`;
const claimedBy = (user_id: string, now: Date) => sql`r.claimed_by = ${user_id} AND r.claimed_until > ${now}`;
const decidedSince = (now: Date) =>
  sql`r.state = 'decided' AND r.decided_at > ${new Date(now.getTime() - DECIDED_DAYS * 86_400_000)}`;

function inTab(tab: Tab, user_id: string, now: Date): RawBuilder<unknown> {
  if (tab === 'decided') return decidedSince(now);
  if (tab === 'mine') return sql`${WAITING} AND ${claimedBy(user_id, now)}`;
  if (tab === 'escalated') return sql`${WAITING} AND r.escalated_at IS NOT NULL`;
  return WAITING;
}

function filtered({ area, reason, overdue }: Query, now: Date): RawBuilder<unknown> {
  const parts = [
    area && sql`r.area = ${area}`,
    reason && sql`coalesce(v.reason_codes, s.reasons) @> ARRAY[${reason}]::text[]`,
    overdue && sql`r.due_at < ${now}`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` AND `);
}

/** The moment that a tab is sorted by, and the id: the last row of the page before. */
function after(tab: Tab, cursor: string | undefined): RawBuilder<unknown> {
  if (!cursor) return sql`true`;
  const [ms, id] = cursor.split('-') as [string, string];
  const at = new Date(Number(ms));
  return tab === 'decided'
    ? sql`(date_trunc('milliseconds', r.decided_at), r.review_id) < (${at}, ${id})`
    : sql`(date_trunc('milliseconds', r.due_at), r.review_id) > (${at}, ${id})`;
}

const inOrder = (tab: Tab) =>
  tab === 'decided'
    ? sql`date_trunc('milliseconds', r.decided_at) DESC, r.review_id DESC`
    : sql`date_trunc('milliseconds', r.due_at), r.review_id`;

async function counted({ database }: Deps, { caller }: DeskCall, now: Date): Promise<reviewing.QueueCounts> {
  const { org, env, user_id } = caller;
  const soon = new Date(now.getTime() + SOON_MS);
  const { rows } = await sql<Omit<reviewing.QueueCounts, 'decided'>>`
    SELECT count(*)::int AS open, count(*) FILTER (WHERE r.due_at < ${now})::int AS overdue,
           count(*) FILTER (WHERE r.due_at >= ${now} AND r.due_at < ${soon})::int AS due_soon,
           count(*) FILTER (WHERE r.due_at >= ${soon})::int AS later,
           count(*) FILTER (WHERE ${claimedBy(user_id, now)})::int AS mine,
           count(*) FILTER (WHERE r.escalated_at IS NOT NULL)::int AS escalated
      FROM review r WHERE r.org = ${org} AND r.env = ${env} AND ${WAITING}`.execute(database.db);
  const decided = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM review r
     WHERE r.org = ${org} AND r.env = ${env} AND ${decidedSince(now)}`.execute(database.db);
  return { ...rows[0]!, decided: decided.rows[0]!.count };
}

/** Every open page of every member asks for it, so `review_due` holds all that it reads. */
export const readCountHandler: Handler<typeof reviewing.readCount> = async ({ caller }, deps) => {
  const { rows } = await sql<{ open: number; overdue: number }>`
    SELECT count(*)::int AS open, count(*) FILTER (WHERE r.due_at < ${new Date(deps.clock.now())})::int AS overdue
      FROM review r WHERE r.org = ${caller.org} AND r.env = ${caller.env} AND ${WAITING}`.execute(
    deps.database.db,
  );
  return rows[0]!;
};

export const readQueueHandler: Handler<typeof reviewing.readQueue> = async (call, deps) => {
  const { caller, query } = call;
  const tab = query.tab ?? 'open';
  const limit = Number(query.limit ?? 50);
  const now = new Date(deps.clock.now());
  const where = sql`${inTab(tab, caller.user_id, now)} AND ${filtered(query, now)} AND ${after(tab, query.cursor)}`;
  const [found, counts, held] = await Promise.all([
    queueRows(deps, caller, { where, order: inOrder(tab), limit: limit + 1 }),
    counted(deps, call, now),
    queueRows(deps, caller, {
      where: sql`r.hold_id IS NOT NULL AND r.held_by = ${caller.user_id}`,
      order: sql`r.held_until DESC`,
      limit: 100,
    }),
  ]);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const moment = last && Date.parse(tab === 'decided' ? last.decided_at! : last.due_at);
  return {
    reviews: page,
    next_cursor: found.length > limit ? `${moment}-${last!.review_id}` : null,
    counts,
    held,
  };
};
