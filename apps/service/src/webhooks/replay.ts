import type { Environment, replayDeliveries, replayWebhook } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import { audit } from '../accounts/audit.ts';
import type { Schema } from '../database/schema.ts';
import type { Call, Deps, KeyCaller } from '../deps.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import { findRow, type ListedRow } from './records.ts';

const MOST = 10_000;

/** Which events of an endpoint are sent again. */
interface Chosen {
  event_ids?: readonly string[];
  types?: readonly string[] | null;
  state?: 'delivered' | 'failed';
  from?: string;
  to?: string;
  /** Those whose attempts are used up, or that came while the endpoint was disabled. */
  missed?: boolean;
}

type Place = { org: string; env: Environment; webhook_id: string };

/** The chosen events with their number, oldest first, and one more than are sent at once. */
function chosenEvents({ org, env, webhook_id }: Place, chosen: Chosen, since: Date) {
  const { event_ids = null, types = null, state = null, from = null, to = null, missed = false } = chosen;
  return sql`
    SELECT e.event_id, e.at, row_number() OVER (ORDER BY e.at, e.event_id) AS nth
      FROM event e LEFT JOIN delivery d
        ON d.org = e.org AND d.env = e.env AND d.event_id = e.event_id AND d.webhook_id = ${webhook_id}
     WHERE e.org = ${org} AND e.env = ${env}
       AND (${event_ids}::text[] IS NULL OR e.event_id = ANY (${event_ids}::text[]))
       AND (${types}::text[] IS NULL OR e.type = ANY (${types}::text[]))
       AND (${state}::text IS NULL OR d.state = ${state})
       AND (${from}::timestamptz IS NULL OR e.at >= ${from}::timestamptz)
       AND (${to}::timestamptz IS NULL OR e.at < ${to}::timestamptz)
       AND (NOT ${missed} OR d.state = 'failed' OR (d.state IS NULL AND e.at >= ${since}))
     ORDER BY e.at, e.event_id LIMIT ${MOST + 1}`;
}

interface Queued {
  queued: number;
  next_from: Date | null;
}

async function queue(
  trx: Kysely<Schema>,
  place: Place,
  chosen: Chosen,
  since: Date,
  due: Date,
): Promise<Queued> {
  const { org, env, webhook_id } = place;
  const { rows } = await sql<Queued>`
    WITH chosen AS MATERIALIZED (${chosenEvents(place, chosen, since)}),
    queued AS (
      INSERT INTO delivery (org, env, webhook_id, event_id, due_at)
      SELECT ${org}, ${env}, ${webhook_id}, event_id, ${due} FROM chosen WHERE nth <= ${MOST}
      ON CONFLICT (org, env, webhook_id, event_id)
      DO UPDATE SET state = 'pending', attempts = 0, round = delivery.round + 1, due_at = excluded.due_at,
                    ended_at = NULL
      RETURNING event_id)
    SELECT (SELECT count(*)::int FROM queued) AS queued,
           (SELECT at FROM chosen WHERE nth > ${MOST}) AS next_from`.execute(trx);
  return rows[0]!;
}

async function enabledRow(deps: Pick<Deps, 'database'>, place: Place): Promise<ListedRow> {
  const row = (await findRow(deps.database.db, place)) ?? refuse('not_found', place.webhook_id);
  if (row.disabled_at)
    refuse('invalid_request', 'the endpoint is disabled', {
      message: 'This endpoint is disabled. Enable it first: PATCH /webhooks/{webhook_id} {"enabled": true}.',
    });
  return row;
}

type ReplayCall = Pick<Call, 'request_id' | 'ip'> & { caller: Pick<KeyCaller, 'org' | 'env' | 'actor'> };

const note = (
  trx: Kysely<Schema>,
  { caller, request_id, ip }: ReplayCall,
  webhook_id: string,
  queued: number,
) =>
  audit(trx, {
    org: caller.org,
    env: caller.env,
    actor: caller.actor,
    action: 'webhook.replayed',
    target: webhook_id,
    request_id,
    ip,
    detail: { queued },
  });

/**
 * Makes the chosen events due again, with all their attempts. They keep their ids, so that a receiver knows
 * those that it has had. What already waits is sent now instead of later.
 */
export const replayHandler: Handler<typeof replayWebhook> = async (call, deps) => {
  const { org, env } = call.caller;
  const { webhook_id } = call.params;
  const { event_id, types, from, to, missed } = call.body;
  if (!event_id && !types && !from && !to && !missed)
    refuse('invalid_request', 'a replay of everything', {
      message: 'Name what to send again: event_id, types, from, to or missed.',
    });
  const place = { org, env, webhook_id };
  const row = await enabledRow(deps, place);
  // Without a choice of its own, the endpoint gets the types that it wants.
  const wanted = types ?? (event_id || row.types.length === 0 ? null : row.types);
  const chosen = { ...(event_id && { event_ids: [event_id] }), types: wanted, from, to, missed };
  return deps.database.db.transaction().execute(async (trx) => {
    const due = new Date(deps.clock.now());
    const { queued, next_from } = await queue(trx, place, chosen, row.created_at, due);
    if (event_id && queued === 0)
      refuse('not_found', `event ${event_id}`, {
        message: 'There is no such event; they are kept for 30 days.',
      });
    await note(trx, call, webhook_id, queued);
    return { queued, more: next_from !== null, next_from: next_from?.toISOString() ?? null };
  });
};

/** The same for people, who choose rows of the list or filter them, and see a count before they decide. */
export const replayDeliveriesHandler: Handler<typeof replayDeliveries> = async (call, deps) => {
  const { org, env } = call.caller;
  const { webhook_id, dry, ...chosen } = call.body;
  if (Object.keys(chosen).length === 0)
    refuse('invalid_request', 'a replay of everything', {
      message: 'Choose what to send again: events, a type, a state or a time.',
    });
  const place = { org, env, webhook_id };
  const row = await enabledRow(deps, place);
  const types = chosen.types ?? (chosen.event_ids || row.types.length === 0 ? null : row.types);
  const wanted = { ...chosen, types };
  if (dry) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM (${chosenEvents(place, wanted, row.created_at)}) chosen`.execute(
      deps.database.db,
    );
    const { count } = rows[0]!;
    return { count: Math.min(count, MOST), more: count > MOST };
  }
  return deps.database.db.transaction().execute(async (trx) => {
    const due = new Date(deps.clock.now());
    const { queued, next_from } = await queue(trx, place, wanted, row.created_at, due);
    await note(trx, call, webhook_id, queued);
    return { count: queued, more: next_from !== null };
  });
};
