import type { Environment, listEvents } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import { eventBodies, type StoredEvent } from './bodies.ts';

/** Which events, and after which one. `after` null: from the first on. */
export interface EventQuery {
  org: string;
  env: Environment;
  types: readonly string[] | null;
  after: string | null;
  limit: number;
}

/**
 * Stored events in the order of their transactions. It stops before the oldest transaction that still runs:
 * an event of that one would otherwise appear behind a reader who has already passed its place. Null where
 * `after` is not an event.
 */
export async function readEvents(
  db: Kysely<Schema>,
  { org, env, types, after, limit }: EventQuery,
): Promise<StoredEvent[] | null> {
  const passed =
    after === null
      ? null
      : await db
          .selectFrom('event')
          .select(sql<string>`tx::text`.as('tx'))
          .where('org', '=', org)
          .where('env', '=', env)
          .where('event_id', '=', after)
          .executeTakeFirst();
  if (passed === undefined) return null;
  const { rows } = await sql<StoredEvent>`
    SELECT org, env, event_id, type, at, data FROM event
     WHERE org = ${org} AND env = ${env} AND tx < pg_snapshot_xmin(pg_current_snapshot())
       AND (${types}::text[] IS NULL OR type = ANY (${types}::text[]))
       AND (${passed?.tx ?? null}::xid8 IS NULL OR (tx, event_id) > (${passed?.tx ?? null}::xid8, ${after}))
     ORDER BY tx, event_id LIMIT ${limit}`.execute(db);
  return rows;
}

/** The newest event, or null: where a reader begins who wants only what comes. */
export async function newestEvent(
  db: Kysely<Schema>,
  { org, env }: { org: string; env: Environment },
): Promise<string | null> {
  const { rows } = await sql<{ event_id: string }>`
    SELECT event_id FROM event
     WHERE org = ${org} AND env = ${env} AND tx < pg_snapshot_xmin(pg_current_snapshot())
     ORDER BY tx DESC, event_id DESC LIMIT 1`.execute(db);
  return rows[0]?.event_id ?? null;
}

export const listEventsHandler: Handler<typeof listEvents> = async ({ caller, query }, deps) => {
  const { org, env } = caller;
  const limit = Number(query.limit ?? 20);
  const { type, after = null } = query;
  const types = type ? [type] : null;
  const rows = await readEvents(deps.database.db, { org, env, types, after, limit: limit + 1 });
  if (rows === null)
    return refuse('invalid_request', 'after is no event', {
      fields: [
        { path: 'after', message: 'is not an event of this environment; events are kept for 30 days' },
      ],
    });
  const page = rows.slice(0, limit);
  const bodies = await eventBodies({ db: deps.database.db, data_keys: deps.data_keys }, page, {
    coordinates: false,
  });
  return {
    events: page.map(({ event_id }, i) => ({ event_id, ...bodies[i]! })),
    next_after: page.at(-1)?.event_id ?? after,
    more: rows.length > limit,
  };
};
