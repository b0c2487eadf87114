import type { reviewing } from '@standpoint/contract';
import { sql } from 'kysely';
import { audit } from '../accounts/audit.ts';
import { findKey } from '../privacy/customers.ts';
import { refuse } from '../refuse.ts';
import { NOBODY_CLAIMS } from '../reviews/records.ts';
import type { Handler } from '../route.ts';
import { inOtherHands, noted, refuseTaken, tellQueues } from './claims.ts';
import { sealEscalation } from './held.ts';
import { queueRow } from './rows.ts';

/** Leaves a review to a manager. */
export const escalateHandler: Handler<typeof reviewing.escalateReview> = async (call, deps) => {
  const { caller, params, body } = call;
  const { org, env, user_id } = caller;
  const { review_id } = params;
  const now = new Date(deps.clock.now());
  const done = await deps.database.db.transaction().execute(async (trx) => {
    const found = await sql<{ id: string; customer_hash: string | null }>`
      SELECT r.id, coalesce(v.customer_hash, s.customer_hash) AS customer_hash FROM review r
        LEFT JOIN verification v ON (v.org, v.env, v.verification_id) = (r.org, r.env, r.id)
        LEFT JOIN face_session s ON (s.org, s.env, s.session_id) = (r.org, r.env, r.id)
       WHERE r.org = ${org} AND r.env = ${env} AND r.review_id = ${review_id}`.execute(trx);
    const [row] = found.rows;
    if (!row) return refuse('not_found', 'no such review');
    const who = { org, env, customer_hash: row.customer_hash ?? '' };
    const key = await findKey(trx, deps.data_keys, who, { held: true });
    if (!key) return false;
    const said = { reason: body.reason, note: body.note ?? null };
    const { rows } = await sql`
      UPDATE review
         SET escalated_at = ${now}, escalated_by = ${user_id}, ${NOBODY_CLAIMS},
             escalation_sealed = ${sealEscalation(key, { org, env, review_id }, said)}
       WHERE org = ${org} AND env = ${env} AND review_id = ${review_id}
         AND state IN ('open', 'awaiting_second') AND hold_id IS NULL AND escalated_at IS NULL
         AND NOT ${inOtherHands(user_id, now)}
      RETURNING 1`.execute(trx);
    if (rows.length === 0) return false;
    await audit(trx, noted(call, 'review.escalated', { id: row.id, review_id }));
    await tellQueues(trx, caller, [review_id]);
    return true;
  });
  const row = (await queueRow(deps, caller, review_id)) ?? refuse('not_found', 'no such review');
  if (!done && !row.escalated) return refuseTaken(deps, call, review_id);
  return row;
};
