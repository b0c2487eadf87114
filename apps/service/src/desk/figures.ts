import type { reviewing } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Handler } from '../route.ts';
import { isManager } from './claims.ts';

interface Totals {
  decided_1h: number;
  decided_24h: number;
  decided_7d: number;
  median_wait_s: number | null;
  share_overdue: number | null;
  share_approved: number | null;
}

const WAIT = sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM r.decided_at - r.opened_at))::float8`;

export const readFiguresHandler: Handler<typeof reviewing.readFigures> = async (call, deps) => {
  const { org, env } = call.caller;
  const { db } = deps.database;
  const now = deps.clock.now();
  const since = (hours: number) => new Date(now - hours * 3_600_000);
  const week = sql`r.org = ${org} AND r.env = ${env} AND r.state = 'decided' AND r.decided_at > ${since(7 * 24)}`;
  const totals = await sql<Totals>`
    SELECT count(*) FILTER (WHERE r.decided_at > ${since(1)})::int AS decided_1h,
           count(*) FILTER (WHERE r.decided_at > ${since(24)})::int AS decided_24h,
           count(*)::int AS decided_7d, ${WAIT} AS median_wait_s,
           avg((r.decided_at > r.due_at)::int)::float8 AS share_overdue,
           avg((r.outcome = 'approve')::int)::float8 AS share_approved
      FROM review r WHERE ${week}`.execute(db);
  const last = await sql<{ at: Date; by: string | null }>`
    SELECT r.decided_at AS at, p.name AS by FROM review r LEFT JOIN person p ON 'user:' || p.id = r.decided_by
     WHERE r.org = ${org} AND r.env = ${env} AND r.state = 'decided'
     ORDER BY r.decided_at DESC, r.review_id DESC LIMIT 1`.execute(db);
  const by_person = isManager(call)
    ? await sql<{ name: string; decided: number; median_wait_s: number }>`
        SELECT coalesce(p.name,
          CASE WHEN r.decided_by LIKE 'key:%' THEN 'Keys of the backend' ELSE 'Not known' END) AS name,
               count(*)::int AS decided, ${WAIT} AS median_wait_s
          FROM review r LEFT JOIN person p ON 'user:' || p.id = r.decided_by
         WHERE ${week} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 50`.execute(db)
    : null;
  const [latest] = last.rows;
  return {
    ...totals.rows[0]!,
    last: latest ? { at: latest.at.toISOString(), by: latest.by } : null,
    by_person: by_person?.rows ?? null,
  };
};
