import type {
  AnswerOf,
  listVerifications,
  QueryOf,
  Verification,
  VerificationClaims,
} from '@standpoint/contract';
import type { Options } from '../config.ts';
import { type Listing, listing } from '../listing.ts';
import type { WithMeta } from '../request.ts';
import type { VerificationExpectation } from '../result-expectation.ts';
import { type Caller, pageOf, type Query, results, segment } from './call.ts';

export type VerificationQuery = Query<QueryOf<typeof listVerifications>>;

export interface Verifications {
  retrieve(verificationId: string, options?: Options): Promise<WithMeta<Verification>>;
  list(query?: VerificationQuery, options?: Options): Listing<Verification>;
  /**
   * Checks the result token of a `verify()` offline, consumes it and returns its claims. Without `decision`,
   * only a `pass` is accepted. Throws a `ResultTokenError`, or a `TypeError` for a missing expectation.
   */
  verifyResultToken(token: string, expected: VerificationExpectation): Promise<VerificationClaims>;
}

export const verificationsOf = (
  call: Caller,
  verifyResultToken: Verifications['verifyResultToken'],
): Verifications => ({
  retrieve: async (id, options) =>
    call(results('GET', `/geolocation/verifications/${segment(id, 'verificationId')}`), options),
  list: (query, options) =>
    listing(async (cursor) => {
      const answer = await call<AnswerOf<typeof listVerifications>>(
        { ...results('GET', '/geolocation/verifications'), query: { ...query, cursor } },
        options,
      );
      return pageOf(answer, answer.verifications, answer.next_cursor);
    }),
  verifyResultToken,
});
