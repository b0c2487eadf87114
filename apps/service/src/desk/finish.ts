import { DECIDERS, ERRORS, MANAGERS, type ReviewArea } from '@standpoint/contract';
import { sql } from 'kysely';
import { audit } from '../accounts/audit.ts';
import type { Deps } from '../deps.ts';
import { answerSession } from '../face/review/review.ts';
import { answerVerification } from '../geolocation/records/review.ts';
import { findKey } from '../privacy/customers.ts';
import { Refusal } from '../refuse.ts';
import type { Answering } from '../reviews/answer.ts';
import { NOTHING_HELD } from '../reviews/records.ts';
import { tellQueues } from './claims.ts';
import { type HeldDecision, type HeldName, openHeld } from './held.ts';

interface Due extends HeldName {
  area: ReviewArea;
  id: string;
  held_sealed: Buffer;
  customer_hash: string | null;
  /** Whether the audit log knows the press, and nothing that took it back. */
  vouched: boolean;
  /** Whether its person may decide it now: they may have been removed or demoted in the meantime. */
  may_decide: boolean;
}

const AT_ONCE = 200;

/**
 * Makes final what people decided and did not take back in time. Any node does it, also one that starts after the
 * one that took the decision has died. Of two nodes, one writes.
 */
export async function finishHeld(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const { rows } = await sql<Due>`
    SELECT r.org, r.env, r.review_id, r.area, r.id, r.hold_id, r.held_by, r.held_sealed,
           coalesce(v.customer_hash, s.customer_hash) AS customer_hash,
           EXISTS (SELECT FROM audit a WHERE a.org = r.org AND a.target = r.id AND a.action = 'review.held'
                      AND a.actor = 'user:' || r.held_by AND a.detail ->> 'hold_id' = r.hold_id)
           AND NOT EXISTS (SELECT FROM audit a WHERE a.org = r.org AND a.target = r.id
                      AND a.action = 'review.undone' AND a.detail ->> 'hold_id' = r.hold_id) AS vouched,
           EXISTS (SELECT FROM member m WHERE m.org = r.org AND m.user_id = r.held_by
                      AND m.role = ANY (CASE WHEN r.escalated_at IS NULL THEN ${[...DECIDERS]}::text[]
                                             ELSE ${[...MANAGERS]}::text[] END)) AS may_decide
      FROM review r
      LEFT JOIN verification v ON (v.org, v.env, v.verification_id) = (r.org, r.env, r.id)
      LEFT JOIN face_session s ON (s.org, s.env, s.session_id) = (r.org, r.env, r.id)
     WHERE r.hold_id IS NOT NULL AND r.held_until <= ${new Date(deps.clock.now())}
     ORDER BY r.held_until LIMIT ${AT_ONCE}`.execute(deps.database.db);
  for (const due of rows) {
    if (stopping?.aborted) break;
    await finishOne(deps, due);
  }
  return rows.length;
}

async function finishOne(deps: Deps, due: Due): Promise<void> {
  try {
    const decision = await opened(deps, due);
    if (!decision) return await drop(deps, due, 'record_contradicted', FORGED);
    if (!due.may_decide) return await drop(deps, due, 'scope_denied', GONE);
    const answering = answeringOf(due, decision);
    if (due.area === 'face') await answerSession(deps, answering, due.id);
    else await answerVerification(deps, answering, due.id);
    // The first of two answers is no event, and the review waits again.
    await tellQueues(deps.database.db, due, [due.review_id], 'held');
  } catch (error) {
    if (!(error instanceof Refusal)) {
      // The next round tries again; the others of this one are not kept waiting.
      deps.log.warn({ err: error, review_id: due.review_id }, 'A held decision could not be made final yet.');
      return;
    }
    if (!ERRORS[error.code].retryable) await drop(deps, due, error.code, wordsOf(error));
  }
}

/** A writer of the database cannot seal a decision; nor put one back that was taken back, which the audit log knows. */
async function opened(deps: Deps, due: Due): Promise<HeldDecision | null> {
  if (!due.vouched) return null;
  const { org, env, customer_hash } = due;
  const key = customer_hash && (await findKey(deps.database.db, deps.data_keys, { org, env, customer_hash }));
  if (!key) return null;
  try {
    return openHeld(key, due, due.held_sealed);
  } catch {
    return null;
  }
}

const answeringOf = ({ org, env, hold_id, held_by }: Due, held: HeldDecision): Answering => ({
  org,
  env,
  by: { actor: held.actor, request_id: held.request_id, ip: held.ip },
  base_url: held.base_url,
  body: held.body,
  names: held.names,
  user_id: held_by,
  hold_id,
});

const FORGED = 'The decision was not the one that was made: nothing was decided. Tell the operator.';
const GONE = 'The person who decided this may not do so any more. Nothing was decided.';
const wordsOf = ({ code, detail }: Refusal): string => {
  const [field] = detail.fields ?? [];
  const said = field?.message ?? detail.message ?? ERRORS[code].message;
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
};

/** The review waits again, and says why the decision was not taken. */
async function drop(deps: Deps, due: Due, code: string, words: string): Promise<void> {
  const { org, env, review_id, hold_id, held_by } = due;
  await deps.database.db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      UPDATE review SET ${NOTHING_HELD}, hold_problem = ${words}
       WHERE org = ${org} AND env = ${env} AND review_id = ${review_id} AND hold_id = ${hold_id}
      RETURNING 1`.execute(trx);
    if (rows.length === 0) return;
    await tellQueues(trx, { org, env }, [review_id], 'held');
    await audit(trx, {
      org,
      env,
      actor: 'system',
      action: 'review.not_taken',
      target: due.id,
      outcome: code,
      detail: { review_id, hold_id, of: `user:${held_by}` },
    });
  });
}
