import type { KeyObject } from 'node:crypto';
import type { Review, ReviewBody, ReviewOutcome } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import { audit } from '../accounts/audit.ts';
import type { Schema } from '../database/schema.ts';
import type { Call, Deps, KeyCaller } from '../deps.ts';
import { recordDigest } from '../evidence/signature.ts';
import { refuse } from '../refuse.ts';
import { newNote, noteDigest, type StoredAnswer, sealAnswer } from './answers.ts';
import { REVIEW_FORMAT, type Reviewed, type ReviewRecord, signReview } from './record.ts';
import { type ReviewRow, writeAnswer } from './records.ts';
import { DECISIONS, isSameReviewer, outcomeOf, type ReviewedDecision } from './rules.ts';
import { reviewView } from './view.ts';

export type ReviewCall = Call<ReviewBody, unknown, unknown, KeyCaller>;

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
export function outcomeWith({ row, answers }: Waiting, { outcome }: ReviewBody): ReviewOutcome | null {
  const outcomes = [...answers.map(({ said }) => said.outcome), outcome];
  return outcomes.length < (row.four_eyes ? 2 : 1) ? null : outcomeOf(outcomes);
}

/** Refuses an answer to a review that waits for none, or not for one of this reviewer. */
export function requireWaiting(
  row: ReviewRow | null,
  { reviewer }: ReviewBody,
  path: 'verification_id' | 'session_id',
): asserts row is ReviewRow {
  const wrong = (at: string, message: string) =>
    refuse('invalid_request', `${at}: ${message}`, { fields: [{ path: at, message }] });
  if (!row) wrong(path, 'names a record that was decided without a review');
  else if (row.state === 'decided') refuse('already_reviewed', row.id);
  else if (row.state === 'closed')
    wrong(path, 'names a record whose data was erased or redacted, so nothing is left to review');
  else if (row.first_reviewer !== null && isSameReviewer(row.first_reviewer, reviewer))
    wrong('reviewer', 'gave the first answer; the second must come from another reviewer');
}

/**
 * Writes a signed answer and its audit entry, in the transaction of everything that follows from it. Returns
 * the review as this answer leaves it, whatever another call does next. Null when another call answered
 * meanwhile: the transaction must then be undone.
 */
export async function recordAnswer(
  trx: Kysely<Schema>,
  deps: Deps,
  call: ReviewCall,
  waiting: Waiting,
  { now, enrolled }: { now: Date; enrolled: boolean | null },
): Promise<Review | null> {
  const { row, about, answers, key } = waiting;
  const outcome = outcomeWith(waiting, call.body);
  const note = newNote(call.body.note);
  const said = sayOf(waiting, call.body, {
    decided_at: now.toISOString(),
    note_sha256: noteDigest(note),
    decision: outcome && DECISIONS[about.area][outcome],
    enrolled,
  });
  const record = JSON.stringify(said);
  const { org, env } = about;
  const signature = signReview(deps.keys, { org, env, iss: call.base_url, now: now.getTime() }, said, record);
  const left = {
    state: outcome ? 'decided' : 'awaiting_second',
    outcome,
    decided_at: outcome && now,
    first_reviewer: row.four_eyes ? (row.first_reviewer ?? call.body.reviewer) : null,
  } satisfies Partial<ReviewRow>;
  const answer = { record, signature, note };
  const sealed = sealAnswer(key, row, said.number, answer);
  if (!(await writeAnswer(trx, row, { ...left, sealed }))) return null;
  await audit(trx, {
    org,
    env,
    actor: `key:${call.caller.key_id}`,
    action: outcome ? 'review.decided' : 'review.answered',
    target: row.id,
    outcome: call.body.outcome,
    request_id: call.request_id,
    ip: call.ip,
    // The reviewer's name may be personal: it stands in the signed answer, which an erasure reaches.
    detail: { review_id: row.review_id },
  });
  return reviewView({ ...row, ...left }, [...answers, { ...answer, said }]);
}

/** The part of a handler's answer that says what this answer did. */
export const answerOf = (review: Review) => ({
  state: review.state === 'decided' ? ('decided' as const) : ('awaiting_second' as const),
  review,
});

type Consequence = {
  decided_at: string;
  note_sha256: string | null;
  decision: ReviewedDecision | null;
  enrolled: boolean | null;
};

function sayOf({ row, about, answers }: Waiting, body: ReviewBody, more: Consequence): ReviewRecord {
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
    outcome: body.outcome,
    reason: body.reason,
    note_sha256: more.note_sha256,
    decision: more.decision,
    enrolled: more.enrolled,
  };
}
