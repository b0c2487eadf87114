import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { ReviewTable } from '../database/tables/reviews.ts';

export type ReviewRow = Selectable<ReviewTable>;
/** A row with the number of its answers that the audit log names; 0 unless the review waits for one. */
export type ReadReview = ReviewRow & { logged: number };
type Db = Kysely<Schema>;
type Place = Pick<ReviewRow, 'org' | 'env'>;

/**
 * The review `r` of a left join, for `reviewRow`. One statement reads it with its record and the audit log: an
 * answer that came between two statements would look like a contradiction.
 */
export const REVIEW_READ = sql<unknown>`
  CASE WHEN r.review_id IS NOT NULL THEN
    to_jsonb(r) || jsonb_build_object('logged', CASE WHEN r.state IN ('open', 'awaiting_second') THEN (
      SELECT count(*) FROM audit a
       WHERE a.org = r.org AND a.target = r.id AND a.env = r.env
         AND a.action IN ('review.answered', 'review.decided')) ELSE 0 END) END`;

/** A row that was read as `REVIEW_READ`, or as `to_jsonb(r)` where the audit log plays no part. */
export function reviewRow(json: unknown): ReadReview | null {
  if (json === null) return null;
  const row = json as Texts<ReadReview>;
  return {
    ...row,
    logged: row.logged ?? 0,
    opened_at: new Date(row.opened_at),
    due_at: new Date(row.due_at),
    decided_at: dateOf(row.decided_at),
    answers: row.answers.map(bytesOf),
    claimed_until: dateOf(row.claimed_until),
    held_until: dateOf(row.held_until),
    held_sealed: row.held_sealed === null ? null : bytesOf(row.held_sealed),
    escalated_at: dateOf(row.escalated_at),
    escalation_sealed: row.escalation_sealed === null ? null : bytesOf(row.escalation_sealed),
  };
}

/** As PostgreSQL writes dates and bytes in JSON. */
type Texts<R> = {
  [K in keyof R]: R[K] extends Buffer[]
    ? string[]
    : Extract<R[K], Date | Buffer> extends never
      ? R[K]
      : string | Extract<R[K], null>;
};
const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
const bytesOf = (hexadecimal: string): Buffer => Buffer.from(hexadecimal.slice(2), 'hex');

type NewReview = Pick<
  ReviewRow,
  'org' | 'env' | 'review_id' | 'area' | 'id' | 'four_eyes' | 'opened_at' | 'due_at'
>;

/** Opens the review of a record, in the transaction that decides `review`. */
export async function insertReview(trx: Db, review: NewReview): Promise<void> {
  await trx.insertInto('review').values(review).execute();
}

/** The change that one answer makes. */
export type Answered = Pick<ReviewRow, 'state' | 'outcome' | 'decided_at' | 'first_reviewer'> & {
  first_user_id?: string | null;
  sealed: Buffer;
  decided_by?: string | null;
  /** Of the held decision that becomes this answer. */
  hold_id?: string | null;
};

/** Parts of an update. */
export const NOTHING_HELD = sql`
  hold_id = NULL, held_by = NULL, held_outcome = NULL, held_until = NULL, held_sealed = NULL`;
export const NOBODY_CLAIMS = sql`claimed_by = NULL, claimed_until = NULL`;

/**
 * Adds an answer, provided that the review is still in the state that was read, and that nothing else is held for
 * it: of two reviewers at once, one writes. False for the other.
 */
export async function writeAnswer(
  trx: Db,
  { org, env, review_id, state: was }: ReviewRow,
  answered: Answered,
): Promise<boolean> {
  const { state, outcome, decided_at, first_reviewer, sealed } = answered;
  const { first_user_id = null, decided_by = null, hold_id = null } = answered;
  const { rows } = await sql`
    UPDATE review
       SET state = ${state}, outcome = ${outcome}, decided_at = ${decided_at},
           first_reviewer = ${first_reviewer}, first_user_id = ${first_user_id}, answers = answers || ${sealed}::bytea,
           decided_by = ${decided_by}, ${NOTHING_HELD}, ${NOBODY_CLAIMS}
     WHERE org = ${org} AND env = ${env} AND review_id = ${review_id} AND state = ${was}
       AND hold_id IS NOT DISTINCT FROM ${hold_id}::text
    RETURNING 1`.execute(trx);
  return rows.length === 1;
}

/**
 * Ends the reviews of records that lose their person: answers go, and an open review leaves the list. The
 * bare outcome of a decided one stays, like the decision itself.
 *
 * It takes the ids of the records. With a subquery that finds them, PostgreSQL asked it once for each review of the
 * organization where it had no statistics yet, which held two cores at twenty erasures a second.
 */
export async function closeReviews(trx: Db, { org, env }: Place, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    UPDATE review
       SET answers = '{}', first_reviewer = NULL, first_user_id = NULL, ${NOTHING_HELD}, ${NOBODY_CLAIMS},
         hold_problem = NULL,
           escalated_at = NULL, escalated_by = NULL, escalation_sealed = NULL,
           state = CASE WHEN state = 'decided' THEN 'decided' ELSE 'closed' END
     WHERE org = ${org} AND env = ${env} AND id = ANY (${[...ids]}::text[])`.execute(trx);
}

/** The verification or session that a review is about; null when there is no such review. */
export async function findReviewed(db: Db, { org, env }: Place, review_id: string): Promise<string | null> {
  const row = await db
    .selectFrom('review')
    .select('id')
    .where('org', '=', org)
    .where('env', '=', env)
    .where('review_id', '=', review_id)
    .executeTakeFirst();
  return row?.id ?? null;
}
