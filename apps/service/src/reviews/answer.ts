import type { KeyObject } from 'node:crypto';
import type { Environment, Review, ReviewBody, ReviewOutcome } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import { audit, type By } from '../accounts/audit.ts';
import type { Schema } from '../database/schema.ts';
import { Unavailable } from '../database/unavailable.ts';
import type { Call, Deps, KeyCaller } from '../deps.ts';
import { recordDigest } from '../evidence/signature.ts';
import { refuse } from '../refuse.ts';
import { newNote, noteDigest, type StoredAnswer, sealAnswer } from './answers.ts';
import { REVIEW_FORMAT, type Reviewed, type ReviewRecord, signReview } from './record.ts';
import { type ReviewRow, writeAnswer } from './records.ts';
import { DECISIONS, outcomeOf, type ReviewedDecision } from './rules.ts';
import { reviewView } from './view.ts';

/** One answer, from a key or from a signed-in person. */
export interface Answering {
  org: string;
  env: Environment;
  by: By;
  base_url: string;
  body: ReviewBody;
  /** Every name that the reviewer is known by, `body.reviewer` among them. */
  names: readonly string[];
  /** Of the signed-in person; null for a backend. */
  user_id: string | null;
  /** Of the held decision that becomes this answer; null for what nothing held. */
  hold_id: string | null;
}

/** The answer of a backend, which names the reviewer itself. */
export function answeringOf(call: Call<ReviewBody, unknown, unknown, KeyCaller>): Answering {
  const { caller, request_id, ip, base_url, body } = call;
  const { org, env, actor } = caller;
  return {
    org,
    env,
    by: { actor, request_id, ip },
    base_url,
    body,
    names: [body.reviewer],
    user_id: null,
    hold_id: null,
  };
}

/** A review that waits for an answer, as it was read and compared with what is signed. */
export interface Waiting {
  row: ReviewRow;
  about: Reviewed;
  /** The answers so far. */
  answers: readonly StoredAnswer[];
  /** The customer's data key. */
  key: KeyObject;
}

/**
 * The outcome that an answer gives the review; null while a second answer is awaited. A review with four eyes
 * needs two answers, whatever the first one says.
 */
export function outcomeWith(
  { row, answers }: Pick<Waiting, 'row' | 'answers'>,
  { outcome }: Pick<ReviewBody, 'outcome'>,
): ReviewOutcome | null {
  const outcomes = [...answers.map(({ said }) => said.outcome), outcome];
  return outcomes.length < (row.four_eyes ? 2 : 1) ? null : outcomeOf(outcomes);
}

/**
 * Writes a signed answer and its audit entry, in the transaction of everything that follows from it. Returns
 * the review as this answer leaves it, whatever another call does next. Null when another call answered
 * meanwhile: the transaction must then be undone.
 */
export async function recordAnswer(
  trx: Kysely<Schema>,
  deps: Deps,
  answering: Answering,
  waiting: Waiting,
  { now, enrolled }: { now: Date; enrolled: boolean | null },
): Promise<Review | null> {
  const { row, about, answers, key } = waiting;
  const { body, by, base_url } = answering;
  const outcome = outcomeWith(waiting, body);
  const note = newNote(body.note);
  const said = sayOf(waiting, answering, {
    decided_at: now.toISOString(),
    note_sha256: noteDigest(note),
    decision: outcome && DECISIONS[about.area][outcome],
    enrolled,
  });
  const record = JSON.stringify(said);
  const { org, env } = about;
  const signature = signReview(deps.keys, { org, env, iss: base_url, now: now.getTime() }, said, record);
  const left = columnsAfter(row, answering, outcome, now);
  const answer = { record, signature, note };
  const sealed = sealAnswer(key, row, said.number, answer);
  if (!(await writeAnswer(trx, row, { ...left, sealed, hold_id: answering.hold_id }))) return null;
  await audit(trx, {
    org,
    env,
    ...by,
    action: outcome ? 'review.decided' : 'review.answered',
    target: row.id,
    outcome: body.outcome,
    // The reviewer's name may be personal: it stands in the signed answer, which an erasure reaches.
    detail: { review_id: row.review_id },
  });
  return reviewView({ ...row, ...left }, [...answers, { ...answer, said }]);
}

/** The columns of a review that an answer changes, as it leaves them. */
const columnsAfter = (
  row: ReviewRow,
  { body, by, user_id }: Answering,
  outcome: ReviewOutcome | null,
  now: Date,
) =>
  ({
    state: outcome ? 'decided' : 'awaiting_second',
    outcome,
    decided_at: outcome && now,
    ...firstOf(row, body.reviewer, user_id),
    decided_by: outcome && by.actor,
  }) satisfies Partial<ReviewRow>;

/** Who gave the first of two answers. */
function firstOf(
  { four_eyes, first_reviewer, first_user_id }: ReviewRow,
  reviewer: string,
  user_id: string | null,
) {
  if (!four_eyes) return { first_reviewer: null, first_user_id: null };
  return first_reviewer === null
    ? { first_reviewer: reviewer, first_user_id: user_id }
    : { first_reviewer, first_user_id };
}

/** The part of a handler's answer that says what this answer did. */
export const reviewAnswer = (review: Review) => ({
  state: review.state === 'decided' ? ('decided' as const) : ('awaiting_second' as const),
  review,
});

type Consequence = {
  decided_at: string;
  note_sha256: string | null;
  decision: ReviewedDecision | null;
  enrolled: boolean | null;
};

function sayOf(
  { row, about, answers }: Waiting,
  { body, user_id }: Answering,
  more: Consequence,
): ReviewRecord {
  const first = answers[0];
  return {
    format: REVIEW_FORMAT,
    review_id: row.review_id,
    area: about.area,
    id: about.id,
    org: about.org,
    env: about.env,
    decided_at: more.decided_at,
    of: about.of,
    opened_at: row.opened_at.toISOString(),
    due_at: row.due_at.toISOString(),
    four_eyes: row.four_eyes,
    number: first ? 2 : 1,
    previous: first ? recordDigest(first.record) : null,
    reviewer: body.reviewer,
    user_id,
    outcome: body.outcome,
    reason: body.reason,
    note_sha256: more.note_sha256,
    decision: more.decision,
    enrolled: more.enrolled,
  };
}

/** The case was erased or changed between two readings of it. The next reading says what it is now. */
export class ChangedMeanwhile extends Unavailable {}

/** How often a call reads again because another reviewer answered meanwhile, or the case changed. */
const TRIES = 5;

/** Answers a review. `attempt` gives null when it lost to another reviewer: it then reads again. */
export async function answerAgain(attempt: () => Promise<Review | null>): Promise<Review> {
  for (let i = 0; i < TRIES; i++) {
    const review = await attempt().catch((error: unknown) => {
      if (error instanceof ChangedMeanwhile) return null;
      throw error;
    });
    if (review) return review;
  }
  return refuse('unavailable', 'too many reviewers at once');
}
