import type {
  AnswerOf,
  listReviews,
  OpenReview,
  QueryOf,
  ReviewBody,
  reviewSession,
  reviewVerification,
} from '@standpoint/contract';
import type { Options } from '../config.ts';
import { type Listing, listing } from '../listing.ts';
import type { WithMeta } from '../request.ts';
import { type Caller, pageOf, type Query, results, segment } from './call.ts';

export type ReviewQuery = Query<QueryOf<typeof listReviews>>;
export type ReviewedVerification = AnswerOf<typeof reviewVerification>;
export type ReviewedSession = AnswerOf<typeof reviewSession>;

export interface Reviews {
  /** The reviews that wait for an answer, oldest first. */
  list(query?: ReviewQuery, options?: Options): Listing<OpenReview>;
  /**
   * Approves or declines the verification (`ver_…`) or face session (`fcs_…`) that waits: `id` of a listed
   * review. It happens once. With four eyes the first answer leaves it at `awaiting_second`.
   */
  decide(
    verificationId: `ver_${string}`,
    answer: ReviewBody,
    options?: Options,
  ): Promise<WithMeta<ReviewedVerification>>;
  decide(
    sessionId: `fcs_${string}`,
    answer: ReviewBody,
    options?: Options,
  ): Promise<WithMeta<ReviewedSession>>;
  decide(
    id: string,
    answer: ReviewBody,
    options?: Options,
  ): Promise<WithMeta<ReviewedVerification | ReviewedSession>>;
}

const pathOf = (id: string): string => {
  if (/^ver_/.test(id)) return `/geolocation/verifications/${segment(id, 'id')}/review`;
  if (/^fcs_/.test(id)) return `/facecheck/session/${segment(id, 'id')}/review`;
  throw new TypeError(
    'Give the id of the verification (ver_…) or session (fcs_…): `id` of a listed review, not its `review_id`',
  );
};

export const reviewsOf = (call: Caller): Reviews => ({
  list: (query, options) =>
    listing(async (cursor) => {
      const answer = await call<AnswerOf<typeof listReviews>>(
        { ...results('GET', '/reviews'), query: { ...query, cursor } },
        options,
      );
      return pageOf(answer, answer.reviews, answer.next_cursor);
    }),
  // One implementation for the three forms, which differ in their answer alone.
  decide: (async (id: string, body: ReviewBody, options?: Options) =>
    call({ ...results('POST', pathOf(id)), body, once: true }, options)) as Reviews['decide'],
});
