import type { Review } from '@standpoint/contract';
import type { StoredAnswer } from './answers.ts';
import type { ReviewRow } from './records.ts';

/** The review as reads show it. `answers`: empty where the person's data was erased. */
export function reviewView(row: ReviewRow, answers: readonly StoredAnswer[]): Review;
export function reviewView(row: ReviewRow | null, answers: readonly StoredAnswer[]): Review | null;
export function reviewView(row: ReviewRow | null, answers: readonly StoredAnswer[]): Review | null {
  if (!row) return null;
  const reviewers = answers.map(({ said, note }) => ({
    reviewer: said.reviewer,
    outcome: said.outcome,
    reason: said.reason,
    note: note?.text ?? null,
    at: said.decided_at,
  }));
  const settled = reviewers.findLast(({ outcome }) => outcome === row.outcome);
  return {
    review_id: row.review_id,
    state: row.state,
    four_eyes: row.four_eyes,
    opened_at: row.opened_at.toISOString(),
    due_at: row.due_at.toISOString(),
    outcome: row.outcome,
    decided_at: row.decided_at?.toISOString() ?? null,
    reason: settled?.reason ?? null,
    note: settled?.note ?? null,
    reviewers,
    ...(row.area === 'face' && { enrolled: answers.at(-1)?.said.enrolled ?? null }),
  };
}
