import type { Review, reviewSession } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
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
import type { FaceFacts } from '../decision/facts.ts';
import { agreedSession } from '../evidence/contradiction.ts';
import { settingsOf, workflowOf } from '../portal/workflow.ts';
import type { Change } from '../session/change.ts';
import type { SessionKey } from '../session/records.ts';
import { withSession } from '../session/with-session.ts';
import { approve } from './approve.ts';
import { takePending } from './pending.ts';

/**
 * A reviewer's answer to a session whose decision is `review`. The conditional write in `recordAnswer` says
 * who decided; a call that loses it reads again, and then counts as the second reviewer or is refused.
 */
export async function answerSession(deps: Deps, answering: Answering, session_id: string): Promise<Review> {
  const key: SessionKey = { org: answering.org, env: answering.env, session_id };
  return answerAgain(async () => {
    const { waiting, facts } = await waitingSession(deps, answering, key);
    return answer(deps, answering, key, waiting, facts);
  });
}

export const reviewSessionHandler: Handler<typeof reviewSession> = async (call, deps) => {
  const { session_id } = call.params;
  const review = await answerSession(deps, answeringOf(call), session_id);
  const decision = review.outcome ? DECISIONS.face[review.outcome] : 'review';
  return { session_id, decision, ...reviewAnswer(review) };
};

/** The review of a session, once it agrees with its signed records. */
export async function waitingSession(
  deps: Deps,
  answering: Answering,
  session: SessionKey,
): Promise<{ waiting: Waiting; facts: FaceFacts | null }> {
  const compared = await agreedSession(deps, session);
  const { review, asked, answers, record } = compared;
  const row = await requireWaiting(deps, review, answering, 'session_id');
  const { key } = compared;
  if (!asked || !key) throw new ChangedMeanwhile('erased meanwhile');
  return { waiting: { row, about: asked.about, answers, key }, facts: record!.input.facts };
}

class Late extends Error {}

/** Writes the answer with all that follows from it. Null when another call answered first. */
async function answer(
  deps: Deps,
  answering: Answering,
  key: SessionKey,
  waiting: Waiting,
  facts: FaceFacts | null,
): Promise<Review | null> {
  try {
    return await withSession(deps, key, async (change) => {
      const outcome = outcomeWith(waiting, answering.body);
      // A redaction came first; the next read says so.
      if (change.session.decision !== 'review' || change.session.redacted_at) throw new Late();
      const enrolled = outcome && (await settle(change, waiting, outcome === 'approve', facts));
      const review = await recordAnswer(change.trx, deps, answering, waiting, { now: change.now, enrolled });
      if (!review) throw new Late();
      if (!outcome) return review;
      const { session } = change;
      change.session = {
        ...session,
        decision: DECISIONS.face[outcome],
        decision_source: 'review',
        version: session.version + 1,
        updated_at: change.now,
      };
      change.emit('facecheck.session.reviewed', { review_id: waiting.row.review_id, outcome });
      return review;
    });
  } catch (error) {
    if (error instanceof Late) return null;
    throw error;
  }
}

/** Lets go of what was kept for the review. Returns whether the approval enrolled the face. */
async function settle(
  change: Change,
  waiting: Waiting,
  approved: boolean,
  facts: FaceFacts | null,
): Promise<boolean | null> {
  const { definition } = await workflowOf(change.deps, change.session, change.trx);
  const pending = await takePending(change, waiting.key);
  return approved ? approve(change, settingsOf(definition), facts, pending) : null;
}
