import type { Review, reviewVerification } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { record } from '../../events/outbox.ts';
import { refuseContradicted } from '../../evidence/contradiction.ts';
import { refuse } from '../../refuse.ts';
import {
  type Answering,
  answerAgain,
  answeringOf,
  ChangedMeanwhile,
  outcomeWith,
  recordAnswer,
  reviewAnswer,
  type Waiting,
} from '../../reviews/answer.ts';
import { DECISIONS } from '../../reviews/rules.ts';
import { requireWaiting } from '../../reviews/waiting.ts';
import type { Handler } from '../../route.ts';
import { askedOf, compareWithSignature, selectStored, storedRows } from './contradiction.ts';

/**
 * A reviewer's answer to a verification whose decision is `review`. The conditional write in `recordAnswer`
 * says who decided; a call that loses it reads again, and then counts as the second reviewer or is refused.
 */
export async function answerVerification(
  deps: Deps,
  answering: Answering,
  verification_id: string,
): Promise<Review> {
  return answerAgain(async () =>
    answer(deps, answering, await waitingVerification(deps, answering, verification_id)),
  );
}

export const reviewVerificationHandler: Handler<typeof reviewVerification> = async (call, deps) => {
  const { verification_id } = call.params;
  const review = await answerVerification(deps, answeringOf(call), verification_id);
  const decision = review.outcome ? DECISIONS.geolocation[review.outcome] : 'review';
  return { verification_id, decision, ...reviewAnswer(review) };
};

/** The review of a verification, once it agrees with its signed record. */
export async function waitingVerification(deps: Deps, answering: Answering, id: string): Promise<Waiting> {
  const { org, env } = answering;
  const [found] = await storedRows(deps, selectStored(deps, org, env).where('v.verification_id', '=', id));
  const row = found ?? refuse('not_found', id);
  const { bundle, what, review, answers } = await compareWithSignature(deps, row);
  if (what) return refuseContradicted(deps, { area: 'geolocation', org, env, id, what });
  const waiting = await requireWaiting(deps, review, answering, 'verification_id');
  const asked = bundle && askedOf(row, bundle);
  const { key } = row;
  if (!asked || !key) throw new ChangedMeanwhile('erased meanwhile');
  return { row: waiting, about: asked.about, answers, key };
}

class Late extends Error {}

/** Writes the answer with all that follows from it. Null when another call answered first. */
async function answer(deps: Deps, answering: Answering, waiting: Waiting): Promise<Review | null> {
  const outcome = outcomeWith(waiting, answering.body);
  const { org, env, id } = waiting.about;
  const now = new Date(deps.clock.now());
  try {
    return await deps.database.db.transaction().execute(async (trx) => {
      // The customer before the review: an erasure locks in the same order.
      if (outcome === 'decline')
        await sql`
          UPDATE customer c SET location_declined_at = ${now} FROM verification v
           WHERE (v.org, v.env, v.verification_id) = (${org}, ${env}, ${id})
             AND (c.org, c.env, c.customer_hash) = (v.org, v.env, v.customer_hash)`.execute(trx);
      const review = await recordAnswer(trx, deps, answering, waiting, { now, enrolled: null });
      if (!review) throw new Late();
      if (!outcome) return review;
      const decision = DECISIONS.geolocation[outcome];
      const { rows } = await sql`
        UPDATE verification SET decision = ${decision}, decision_source = 'review'
         WHERE org = ${org} AND env = ${env} AND verification_id = ${id} AND decision = 'review'
        RETURNING 1`.execute(trx);
      if (rows.length === 0) throw new ChangedMeanwhile('the verification changed meanwhile');
      const data = { verification_id: id, decision, review_id: waiting.row.review_id, outcome };
      await record(trx, { org, env, type: 'geolocation.verification.reviewed', data });
      return review;
    });
  } catch (error) {
    if (error instanceof Late) return null;
    throw error;
  }
}
