import { type Kysely, type Selectable, sql } from 'kysely';
import type { ReviewTable, Schema } from '../database/schema.ts';

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
  const row = json as Omit<ReadReview, 'opened_at' | 'due_at' | 'decided_at' | 'answers'> & {
    opened_at: string;
    due_at: string;
    decided_at: string | null;
    /** PostgreSQL's hexadecimal form of bytea. */
    answers: string[];
  };
  return {
    ...row,
    logged: row.logged ?? 0,
    opened_at: new Date(row.opened_at),
    due_at: new Date(row.due_at),
    decided_at: row.decided_at === null ? null : new Date(row.decided_at),
    answers: row.answers.map((bytes) => Buffer.from(bytes.slice(2), 'hex')),
  };
}

export type NewReview = Pick<
  ReviewRow,
  'org' | 'env' | 'review_id' | 'area' | 'id' | 'four_eyes' | 'opened_at' | 'due_at'
>;

/** Opens the review of a record, in the transaction that decides `review`. */
export async function insertReview(trx: Db, review: NewReview): Promise<void> {
  await trx.insertInto('review').values(review).execute();
}

/** The change that one answer makes. */
export type Answered = Pick<ReviewRow, 'state' | 'outcome' | 'decided_at' | 'first_reviewer'> & {
  sealed: Buffer;
};

/**
 * Adds an answer, provided that the review is still in the state that was read: of two reviewers at once, one
 * writes. False for the other.
 */
export async function writeAnswer(
  trx: Db,
  { org, env, review_id, state: was }: ReviewRow,
  { state, outcome, decided_at, first_reviewer, sealed }: Answered,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE review
       SET state = ${state}, outcome = ${outcome}, decided_at = ${decided_at},
           first_reviewer = ${first_reviewer}, answers = answers || ${sealed}::bytea
     WHERE org = ${org} AND env = ${env} AND review_id = ${review_id} AND state = ${was}
    RETURNING 1`.execute(trx);
  return rows.length === 1;
}

/**
 * Ends the reviews of records that lose their person: answers go, and an open review leaves the list. The
 * bare outcome of a decided one stays, like the decision itself.
 */
export async function closeReviews(
  trx: Db,
  { org, env }: Place,
  which: { verifications_of: string } | { id: string },
): Promise<void> {
  const concerned = 'id' in which ? sql`r.id = ${which.id}` : ofCustomer(which.verifications_of);
  await sql`
    UPDATE review r
       SET answers = '{}', first_reviewer = NULL,
           state = CASE WHEN r.state = 'decided' THEN 'decided' ELSE 'closed' END
     WHERE r.org = ${org} AND r.env = ${env} AND ${concerned}`.execute(trx);
}

const ofCustomer = (customer_id: string) => sql`
  r.id IN (SELECT v.verification_id FROM verification v
            WHERE v.org = r.org AND v.env = r.env AND v.customer_id = ${customer_id})`;

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
