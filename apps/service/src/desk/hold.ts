import { reviewing } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import { audit } from '../accounts/audit.ts';
import type { Schema } from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { waitingSession } from '../face/review/review.ts';
import { waitingVerification } from '../geolocation/records/review.ts';
import { Refusal, refuse } from '../refuse.ts';
import { type Answering, outcomeWith, type Waiting } from '../reviews/answer.ts';
import { namesOf } from '../reviews/waiting.ts';
import { inOtherHands, isManager, noted, refuseTaken, tellQueues } from './claims.ts';
import { type Decision, sealHeld } from './held.ts';
import type { DeskCall } from './rows.ts';

const HOLD_MS = reviewing.REVIEW_HOLD_S * 1_000;
/** How often a call looks again because the review changed under it. */
const TRIES = 3;

/** A press of a button: one decision about one or several reviews, which is taken back as a whole. */
export interface Press {
  hold_id: string;
  until: Date;
  decision: Decision;
  /** Only says what would happen. */
  dry: boolean;
}

export const pressAt = (now: number, hold_id: string, decision: Decision, dry: boolean): Press => ({
  hold_id,
  until: new Date(now + HOLD_MS),
  decision,
  dry,
});

/** The answer that a signed-in person gives: their e-mail address is their name, because no other person has it. */
export function answeringOf(call: DeskCall, decision: Decision, hold_id: string | null): Answering {
  const { caller, request_id, ip, base_url } = call;
  const { outcome, reason, note } = decision;
  return {
    org: caller.org,
    env: caller.env,
    by: { actor: caller.actor, request_id, ip },
    base_url,
    body: { outcome, reason, ...(note !== undefined && { note }), reviewer: caller.email },
    names: namesOf(caller),
    user_id: caller.user_id,
    hold_id,
  };
}

/** The review as it waits, once it agrees with its signed record. Names of people stand in its refusals. */
async function waitingOf(
  deps: Deps,
  call: DeskCall,
  review_id: string,
  decision: Decision,
): Promise<Waiting> {
  const { org, env } = call.caller;
  const row = await deps.database.db
    .selectFrom('review')
    .select(['area', 'id', 'escalated_at'])
    .where('org', '=', org)
    .where('env', '=', env)
    .where('review_id', '=', review_id)
    .executeTakeFirst();
  if (!row) return refuse('not_found', 'no such review');
  const answering = answeringOf(call, decision, null);
  try {
    const waiting =
      row.area === 'face'
        ? (await waitingSession(deps, answering, { org, env, session_id: row.id })).waiting
        : await waitingVerification(deps, answering, row.id);
    if (row.escalated_at && !isManager(call))
      refuse('scope_denied', 'escalated', {
        message: 'This was escalated: an owner or admin decides it. Your note is kept.',
      });
    return waiting;
  } catch (error) {
    throw await inWords(deps, call, review_id, error);
  }
}

/** The refusals of a backend's answer, as a person at the page reads them. */
async function inWords(deps: Deps, call: DeskCall, review_id: string, error: unknown): Promise<unknown> {
  if (!(error instanceof Refusal)) return error;
  if (error.code === 'already_reviewed' || error.code === 'review_held')
    return refuseTaken(deps, call, review_id).catch((told) => told);
  const [field] = error.detail.fields ?? [];
  if (error.code !== 'invalid_request' || !field) return error;
  const message =
    field.path === 'reviewer'
      ? 'You gave the first answer. The second comes from another person.'
      : `This ${field.message}.`;
  return new Refusal('invalid_request', error.message, { message });
}

/** The state that the review will have, once the decision is final. */
export type Becomes = 'decided' | 'awaiting_second';

/**
 * Holds a person's decision for the seconds in which they may take it back. Of two people at once, one writes;
 * the other is told who it was.
 */
export async function hold(
  deps: Deps,
  call: DeskCall,
  review_id: string,
  press: Press,
): Promise<{ id: string; becomes: Becomes }> {
  for (let i = 0; i < TRIES; i++) {
    const waiting = await waitingOf(deps, call, review_id, press.decision);
    const becomes = outcomeWith(waiting, press.decision) ? 'decided' : 'awaiting_second';
    const { id } = waiting.row;
    if (press.dry) {
      await requireFree(deps, call, review_id);
      return { id, becomes };
    }
    const done = await deps.database.db
      .transaction()
      .execute(async (trx) => writeHold(trx, deps, call, waiting, press));
    if (done) return { id, becomes };
    await requireFree(deps, call, review_id);
  }
  return refuseTaken(deps, call, review_id);
}

async function requireFree(deps: Deps, call: DeskCall, review_id: string): Promise<void> {
  const { org, env, user_id } = call.caller;
  const { rows } = await sql<{ taken: boolean }>`
    SELECT ${inOtherHands(user_id, new Date(deps.clock.now()))} OR hold_id IS NOT NULL AS taken FROM review
     WHERE org = ${org} AND env = ${env} AND review_id = ${review_id}`.execute(deps.database.db);
  if (rows[0]?.taken) await refuseTaken(deps, call, review_id);
}

async function writeHold(
  trx: Kysely<Schema>,
  deps: Deps,
  call: DeskCall,
  { row, key, about }: Waiting,
  { hold_id, until, decision }: Press,
): Promise<boolean> {
  const { org, env, user_id } = call.caller;
  // The customer before the review: an erasure locks in the same order, and must not miss what is written here.
  const customer = await sql`
    SELECT FROM customer c
     WHERE c.org = ${org} AND c.env = ${env} AND c.customer_hash = (
       SELECT v.customer_hash FROM verification v
        WHERE (v.org, v.env, v.verification_id) = (${org}, ${env}, ${about.id})
       UNION ALL
       SELECT s.customer_hash FROM face_session s WHERE (s.org, s.env, s.session_id) = (${org}, ${env}, ${about.id}))
       FOR KEY SHARE`.execute(trx);
  if (customer.rows.length === 0) return false;
  const { by, body, names, base_url } = answeringOf(call, decision, hold_id);
  const name = { org, env, review_id: row.review_id, hold_id, held_by: user_id };
  const sealed = sealHeld(key, name, {
    body,
    names: [...names],
    actor: by.actor,
    request_id: call.request_id,
    ip: call.ip,
    base_url,
  });
  const { rows } = await sql`
    UPDATE review
       SET hold_id = ${hold_id}, held_by = ${user_id}, held_outcome = ${decision.outcome}, held_until = ${until},
           held_sealed = ${sealed}, hold_problem = NULL
     WHERE org = ${org} AND env = ${env} AND review_id = ${row.review_id} AND state = ${row.state}
       AND hold_id IS NULL AND NOT ${inOtherHands(user_id, new Date(deps.clock.now()))}
    RETURNING 1`.execute(trx);
  if (rows.length === 0) return false;
  await audit(trx, noted(call, 'review.held', row, { outcome: decision.outcome, detail: { hold_id } }));
  await tellQueues(trx, { org, env }, [row.review_id], 'held');
  return true;
}
