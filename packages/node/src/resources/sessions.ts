import type { AnswerOf, FaceResultClaims, FaceSession, listSessions, QueryOf } from '@standpoint/contract';
import type { Options } from '../config.ts';
import { type Listing, listing } from '../listing.ts';
import type { WithMeta } from '../request.ts';
import type { FaceResultExpectation } from '../result-expectation.ts';
import { type Caller, pageOf, type Query, results, segment } from './call.ts';

export type SessionQuery = Query<QueryOf<typeof listSessions>>;

export interface Sessions {
  retrieve(sessionId: string, options?: Options): Promise<WithMeta<FaceSession>>;
  list(query?: SessionQuery, options?: Options): Listing<FaceSession>;
  cancel(sessionId: string, options?: Options & { reason?: string }): Promise<WithMeta<FaceSession>>;
  /** Deletes frames and derived data; ids, times and decision stay. Safe to repeat. */
  redact(sessionId: string, options?: Options): Promise<WithMeta<FaceSession>>;
  /**
   * Checks a face result (workflows with `client_result: decision`). By default only `approved` is accepted.
   */
  verifyResultToken(token: string, expected: FaceResultExpectation): Promise<FaceResultClaims>;
}

const path = (id: string) => `/facecheck/session/${segment(id, 'sessionId')}`;

export const sessionsOf = (call: Caller, verifyResultToken: Sessions['verifyResultToken']): Sessions => ({
  retrieve: async (id, options) => call(results('GET', path(id)), options),
  list: (query, options) =>
    listing(async (cursor) => {
      const answer = await call<AnswerOf<typeof listSessions>>(
        { ...results('GET', '/facecheck/sessions'), query: { ...query, cursor } },
        options,
      );
      return pageOf(answer, answer.sessions, answer.next_cursor);
    }),
  cancel: async (id, { reason, ...options } = {}) =>
    call({ ...results('POST', `${path(id)}/cancel`), body: reason ? { reason } : {}, once: true }, options),
  redact: async (id, options) => call(results('POST', `${path(id)}/redact`), options),
  verifyResultToken,
});
