import type { replayWebhook } from '@standpoint/contract';
import { sql } from 'kysely';
import { audit } from '../accounts/audit.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import { findRow } from './records.ts';

const MOST = 10_000;

/**
 * Makes the chosen events due again, with all their attempts. They keep their ids, so that a receiver knows
 * those that it has had. What already waits is sent now instead of later.
 */
export const replayHandler: Handler<typeof replayWebhook> = async (call, deps) => {
  const { org, env, key_id } = call.caller;
  const { webhook_id } = call.params;
  const { event_id, types, from, to, missed } = call.body;
  if (!event_id && !types && !from && !to && !missed)
    refuse('invalid_request', 'a replay of everything', {
      message: 'Name what to send again: event_id, types, from, to or missed.',
    });
  const row = (await findRow(deps.database.db, { org, env, webhook_id })) ?? refuse('not_found', webhook_id);
  if (row.disabled_at)
    refuse('invalid_request', 'the endpoint is disabled', {
      message: 'This endpoint is disabled. Enable it first: PATCH /webhooks/{webhook_id} {"enabled": true}.',
    });
  const due = new Date(deps.clock.now());
  // Without a choice of its own, the endpoint gets the types that it wants.
  const wanted = types ?? (event_id || row.types.length === 0 ? null : row.types);
  return deps.database.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ queued: number; next_from: Date | null; known: boolean }>`
      WITH chosen AS MATERIALIZED (
        SELECT e.event_id, e.at, row_number() OVER (ORDER BY e.at, e.event_id) AS nth
          FROM event e LEFT JOIN delivery d
            ON d.org = e.org AND d.env = e.env AND d.event_id = e.event_id AND d.webhook_id = ${webhook_id}
         WHERE e.org = ${org} AND e.env = ${env}
           AND (${event_id ?? null}::text IS NULL OR e.event_id = ${event_id ?? null})
           AND (${wanted}::text[] IS NULL OR e.type = ANY (${wanted}::text[]))
           AND (${from ?? null}::timestamptz IS NULL OR e.at >= ${from ?? null}::timestamptz)
           AND (${to ?? null}::timestamptz IS NULL OR e.at < ${to ?? null}::timestamptz)
           AND (NOT ${missed ?? false} OR d.state = 'failed' OR (d.state IS NULL AND e.at >= ${row.created_at}))
         ORDER BY e.at, e.event_id LIMIT ${MOST + 1}),
      queued AS (
        INSERT INTO delivery (org, env, webhook_id, event_id, due_at)
        SELECT ${org}, ${env}, ${webhook_id}, event_id, ${due} FROM chosen WHERE nth <= ${MOST}
        ON CONFLICT (org, env, webhook_id, event_id)
        DO UPDATE SET state = 'pending', attempts = 0, round = delivery.round + 1, due_at = excluded.due_at,
                      ended_at = NULL
        RETURNING event_id)
      SELECT (SELECT count(*)::int FROM queued) AS queued,
             (SELECT at FROM chosen WHERE nth > ${MOST}) AS next_from`.execute(trx);
    const { queued, next_from } = rows[0]!;
    if (event_id && queued === 0)
      refuse('not_found', `event ${event_id}`, {
        message: 'There is no such event; they are kept for 30 days.',
      });
    await audit(trx, {
      org,
      env,
      actor: `key:${key_id}`,
      action: 'webhook.replayed',
      target: webhook_id,
      request_id: call.request_id,
      ip: call.ip,
      detail: { queued },
    });
    return { queued, more: next_from !== null, next_from: next_from?.toISOString() ?? null };
  });
};
