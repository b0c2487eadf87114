import type { Delivery, DeliveryTry, Environment, listDeliveries, readDelivery } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import { eventBodies } from './bodies.ts';
import type { DeliveryName } from './deliver.ts';

interface Row {
  event_id: string;
  webhook_id: string;
  url: string;
  type: string;
  at: Date;
  state: Delivery['state'];
  attempts: number;
  round: number;
  due_at: Date;
  last_at: Date | null;
  last_status: number | null;
  last_problem: string | null;
  last_detail: string | null;
  data: Record<string, unknown>;
  coordinates: boolean;
  enabled: boolean;
}

interface Wanted {
  org: string;
  env: Environment;
  webhook_id?: string;
  type?: string;
  state?: string;
  event_id?: string;
  /** `evt_….whk_…` of the last row of the page before. */
  cursor?: string;
  limit: number;
}

/** Deliveries, the newest event first. Ids of events sort by time. */
async function rowsOf(db: Kysely<Schema>, wanted: Wanted): Promise<Row[]> {
  const { org, env, webhook_id = null, type = null, state = null, event_id = null, cursor, limit } = wanted;
  const [event, webhook] = cursor?.split('.') ?? [];
  const { rows } = await sql<Row>`
    SELECT d.event_id, d.webhook_id, w.url, e.type, e.at, d.state, d.attempts, d.round, d.due_at,
           d.last_at, d.last_status, d.last_problem, d.last_detail, e.data, w.coordinates,
           w.disabled_at IS NULL AS enabled
      FROM delivery d
      JOIN event e ON e.org = d.org AND e.env = d.env AND e.event_id = d.event_id
      JOIN webhook w ON w.org = d.org AND w.env = d.env AND w.webhook_id = d.webhook_id
     WHERE d.org = ${org} AND d.env = ${env}
       AND (${webhook_id}::text IS NULL OR d.webhook_id = ${webhook_id})
       AND (${type}::text IS NULL OR e.type = ${type})
       AND (${state}::text IS NULL OR d.state = ${state})
       AND (${event_id}::text IS NULL OR d.event_id = ${event_id})
       AND (${event ?? null}::text IS NULL OR (d.event_id, d.webhook_id) < (${event ?? null}, ${webhook ?? null}))
     ORDER BY d.event_id DESC, d.webhook_id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

const deliveryOf = (row: Row): Delivery => ({
  event_id: row.event_id,
  webhook_id: row.webhook_id,
  url: row.url,
  type: row.type,
  at: row.at.toISOString(),
  state: row.state,
  attempts: row.attempts,
  replays: row.round,
  next_attempt_at: row.state === 'pending' ? row.due_at.toISOString() : null,
  last: row.last_at && {
    at: row.last_at.toISOString(),
    status: row.last_status,
    problem: row.last_problem,
    detail: row.last_detail,
  },
});

export const listDeliveriesHandler: Handler<typeof listDeliveries> = async ({ caller, query }, deps) => {
  const { org, env } = caller;
  const limit = Number(query.limit ?? 20);
  const rows = await rowsOf(deps.database.db, { ...query, org, env, limit: limit + 1 });
  const last = rows.length > limit ? rows[limit - 1]! : null;
  return {
    rows: rows.slice(0, limit).map(deliveryOf),
    next_cursor: last && `${last.event_id}.${last.webhook_id}`,
  };
};

async function triesOf(
  db: Kysely<Schema>,
  { org, env, webhook_id, event_id }: DeliveryName,
): Promise<DeliveryTry[]> {
  const rows = await db
    .selectFrom('delivery_attempt')
    .select(['number', 'round as replay', 'at', 'ms', 'status', 'problem', 'detail', 'answer'])
    .where('org', '=', org)
    .where('env', '=', env)
    .where('webhook_id', '=', webhook_id)
    .where('event_id', '=', event_id)
    .orderBy('number', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

export const readDeliveryHandler: Handler<typeof readDelivery> = async ({ caller, params }, deps) => {
  const { org, env } = caller;
  const { webhook_id, event_id } = params;
  const [row] = await rowsOf(deps.database.db, { org, env, webhook_id, event_id, limit: 1 });
  if (!row)
    return refuse('not_found', event_id, {
      message: 'There is no such delivery; events are kept for 30 days.',
    });
  const { type, at, data, coordinates, enabled } = row;
  const source = { db: deps.database.db, data_keys: deps.data_keys };
  const [body] = await eventBodies(source, [{ org, env, event_id, type, at, data }], { coordinates });
  const headers = [
    ['content-type', 'application/json'],
    ['user-agent', 'Standpoint-Webhooks/1'],
    ['webhook-id', event_id],
    ['webhook-timestamp', 'the second of each attempt'],
    ['webhook-signature', 'made anew for each attempt'],
  ] as const;
  return {
    ...deliveryOf(row),
    request: { body: { ...body! }, headers: headers.map(([name, value]) => ({ name, value })) },
    tries: await triesOf(deps.database.db, { org, env, webhook_id, event_id }),
    enabled,
  };
};
