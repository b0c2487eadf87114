import type { Environment, listReviews, OpenReview, ReviewArea } from '@standpoint/contract';
import { sql } from 'kysely';
import { customerIds } from '../privacy/customers.ts';
import type { Handler } from '../route.ts';

interface Found {
  review_id: string;
  area: ReviewArea;
  id: string;
  state: OpenReview['state'];
  four_eyes: boolean;
  opened_at: Date;
  due_at: Date;
  first_reviewer: string | null;
  customer_hash: string;
  reasons: string[];
}

/** The oldest first; the cursor is the last id, which sorts by time. */
export const listReviewsHandler: Handler<typeof listReviews> = async ({ caller, query }, deps) => {
  const limit = Number(query.limit ?? 20);
  const { org, env }: { org: string; env: Environment } = caller;
  const { area, due, cursor } = query;
  const { rows } = await sql<Found>`
    SELECT r.review_id, r.area, r.id, r.state, r.four_eyes, r.opened_at, r.due_at, r.first_reviewer,
           coalesce(v.customer_hash, s.customer_hash) AS customer_hash,
           coalesce(v.reason_codes, s.reasons) AS reasons
      FROM review r
      LEFT JOIN verification v ON (v.org, v.env, v.verification_id) = (r.org, r.env, r.id)
      LEFT JOIN face_session s ON (s.org, s.env, s.session_id) = (r.org, r.env, r.id)
     WHERE r.org = ${org} AND r.env = ${env} AND r.state IN ('open', 'awaiting_second')
       AND r.review_id > ${cursor ?? ''}
       AND (${area ?? null}::text IS NULL OR r.area = ${area ?? null})
       AND (${due ?? null}::timestamptz IS NULL OR r.due_at < ${due ?? null})
     ORDER BY r.review_id LIMIT ${limit + 1}`.execute(deps.database.db);
  const page = rows.slice(0, limit);
  const hashes = page.map(({ customer_hash }) => customer_hash);
  const ids = await customerIds(deps.database.db, deps.data_keys, { org, env }, hashes);
  return {
    reviews: page.map(({ customer_hash, ...row }) => ({
      ...row,
      customer_id: ids.get(customer_hash) ?? '',
      opened_at: row.opened_at.toISOString(),
      due_at: row.due_at.toISOString(),
    })),
    next_cursor: rows.length > limit ? page.at(-1)!.review_id : null,
  };
};
