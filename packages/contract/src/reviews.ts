import { endpoint, WITH_BODY } from './endpoint.ts';
import { nullable } from './geolocation/decision.ts';
import { page, repeatable, results, WITH_REPEATS, WITH_RESULTS_KEY } from './results.ts';
import { closed, id, oneOf, optional, type Static, Type, text, timestamp } from './schema.ts';

/** Seconds that a reviewer has where neither policy nor workflow says otherwise: one day. */
export const REVIEW_DUE_S = 86_400;

/** How policies and workflows want their reviews. */
export const reviewRules = {
  /** Whether an approval needs two reviewers (off by default). */
  four_eyes: optional(Type.Boolean()),
  /** Seconds from the decision to the moment when the review is due; one day by default, at most 90 days. */
  due_s: optional(Type.Integer({ minimum: 60, maximum: 90 * 86_400 })),
};

export const REVIEW_AREAS = ['geolocation', 'face'] as const;
export type ReviewArea = (typeof REVIEW_AREAS)[number];
export const REVIEW_OUTCOMES = ['approve', 'decline'] as const;
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number];

/**
 * `closed`: the person was erased, or the session redacted, before the review was decided. Such a record can
 * no longer be reviewed.
 */
export const REVIEW_STATES = ['open', 'awaiting_second', 'decided', 'closed'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

const reason = text(200);
const note = text(2_000);
/** The integrator's own id of the person who decides. */
const reviewer = text(128);

/** One reviewer's answer. */
export const ReviewAnswer = closed({
  reviewer,
  outcome: oneOf(...REVIEW_OUTCOMES),
  reason,
  note: nullable(note),
  at: timestamp(),
});
export type ReviewAnswer = Static<typeof ReviewAnswer>;

const stated = {
  review_id: id('rev'),
  state: oneOf(...REVIEW_STATES),
  four_eyes: Type.Boolean(),
  opened_at: timestamp(),
  due_at: timestamp(),
};

/** The review of one record. The record itself has the final decision. */
export const Review = closed({
  ...stated,
  /** Null until the review is decided. */
  outcome: nullable(oneOf(...REVIEW_OUTCOMES)),
  decided_at: nullable(timestamp()),
  /** Of the answer that settled the outcome; null before, and after the person's data was erased. */
  reason: nullable(reason),
  note: nullable(note),
  /** Every answer, the first one first; empty after the person's data was erased. */
  reviewers: Type.Array(ReviewAnswer),
  /**
   * Face only: whether the approval enrolled the captured face. Null where the workflow does not enrol, and
   * before an approval.
   */
  enrolled: optional(nullable(Type.Boolean())),
});
export type Review = Static<typeof Review>;

export const ReviewBody = closed({
  outcome: oneOf(...REVIEW_OUTCOMES),
  reason,
  note: optional(note),
  reviewer,
});
export type ReviewBody = Static<typeof ReviewBody>;

const answered = <D extends string[]>(...decisions: D) => ({
  /** `awaiting_second`: this was the first of two answers, and the decision is still `review`. */
  state: oneOf('awaiting_second', 'decided'),
  decision: oneOf(...decisions, 'review'),
  review: Review,
});

const errors = [
  ...WITH_RESULTS_KEY,
  ...WITH_BODY,
  ...WITH_REPEATS,
  'already_reviewed',
  'review_held',
  'record_contradicted',
  'unavailable',
] as const;

export const reviewVerification = endpoint({
  ...results('reviews:write'),
  ...repeatable,
  name: 'reviewVerification',
  method: 'POST',
  path: '/geolocation/verifications/{verification_id}/review',
  summary: 'Approve or decline a verification that waits for a review. This happens once.',
  params: closed({ verification_id: id('ver') }),
  body: ReviewBody,
  max_body: 'body_bytes',
  answer: closed({ verification_id: id('ver'), ...answered('pass', 'fail') }),
  errors,
});

export const reviewSession = endpoint({
  ...results('reviews:write'),
  ...repeatable,
  name: 'reviewSession',
  method: 'POST',
  path: '/facecheck/session/{session_id}/review',
  summary: 'Approve or decline a face session that waits for a review. This happens once.',
  params: closed({ session_id: id('fcs') }),
  body: ReviewBody,
  max_body: 'body_bytes',
  answer: closed({ session_id: id('fcs'), ...answered('approved', 'declined') }),
  errors: [...errors, 'session_not_found'],
});

/** A review that waits for an answer. */
export const OpenReview = closed({
  ...stated,
  area: oneOf(...REVIEW_AREAS),
  /** Of the verification or session. */
  id: Type.String(),
  customer_id: Type.String(),
  /** Why the decision was `review`, anti-spoofing codes included. */
  reasons: Type.Array(Type.String()),
  /** Who gave the first of two answers; null while there is none. */
  first_reviewer: nullable(Type.String()),
});
export type OpenReview = Static<typeof OpenReview>;

export const listReviews = endpoint({
  ...results('reviews:write'),
  name: 'listReviews',
  method: 'GET',
  path: '/reviews',
  summary: 'List the reviews that wait for an answer, oldest first.',
  query: closed({
    area: optional(oneOf(...REVIEW_AREAS)),
    /** Only reviews that are due before this time. */
    due: optional(timestamp()),
    ...page('rev_[0-9A-HJKMNP-TV-Z]{26}'),
  }),
  answer: closed({ reviews: Type.Array(OpenReview), next_cursor: nullable(Type.String()) }),
  errors: WITH_RESULTS_KEY,
});

export const REVIEWS_ENDPOINTS = [reviewVerification, reviewSession, listReviews] as const;
