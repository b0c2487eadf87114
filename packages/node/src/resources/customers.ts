import type {
  AnswerOf,
  BodyOf,
  ExportRecord,
  eraseCustomer,
  exportCustomer,
  LegalHold,
  putFaceReference,
  putHold,
  readCustomer,
  removeHold,
  withdrawConsent,
} from '@standpoint/contract';
import type { Options } from '../config.ts';
import { type Listing, listing } from '../listing.ts';
import type { WithMeta } from '../request.ts';
import { type Caller, pageOf, results, segment } from './call.ts';

export type Customer = AnswerOf<typeof readCustomer>;
export type Erasure = AnswerOf<typeof eraseCustomer>;
export type FaceReference = AnswerOf<typeof putFaceReference>;
export type HoldParams = BodyOf<typeof putHold>;
export type EndedHold = AnswerOf<typeof removeHold>;
export type WithdrawnConsent = AnswerOf<typeof withdrawConsent>;

export interface Customers {
  /** Timeline of both areas, newest first. */
  retrieve(
    customerId: string,
    options?: Options & { cursor?: string; limit?: number },
  ): Promise<WithMeta<Customer>>;
  /** Everything that is stored about the customer, and nothing about others. */
  export(customerId: string, options?: Options & { limit?: number }): Listing<ExportRecord>;
  /**
   * Stores the image that sessions of this customer are compared with: one JPEG or WebP of exactly one face,
   * at most 1.5 MB. It replaces an earlier image; the same image again changes nothing.
   */
  putFaceReference(
    customerId: string,
    image: Uint8Array,
    options?: Options,
  ): Promise<WithMeta<FaceReference>>;
  /**
   * Ends open sessions and deletes what face checks left: pictures, templates, prints, records. Decisions
   * stay. Safe to repeat.
   */
  withdrawConsent(customerId: string, options?: Options): Promise<WithMeta<WithdrawnConsent>>;
  /** Nothing of the customer is deleted while the hold lasts; places it, or changes its reason and end. */
  putHold(customerId: string, hold: HoldParams, options?: Options): Promise<WithMeta<LegalHold>>;
  /** Throws a `NotFoundError` when there is none. */
  retrieveHold(customerId: string, options?: Options): Promise<WithMeta<LegalHold>>;
  /** An erasure that was asked for meanwhile happens now; its receipt is in the answer. */
  removeHold(customerId: string, options?: Options): Promise<WithMeta<EndedHold>>;
  /**
   * Destroys the person's data key and deletes rows, frames and templates; returns a signed receipt. Safe to
   * repeat. A hold delays it (`ConflictError` with `legal_hold`).
   */
  erase(customerId: string, options?: Options): Promise<WithMeta<Erasure>>;
}

/** Media type by the first bytes: RIFF means WebP; the service decides about anything else. */
const imageOf = (image: Uint8Array) => ({
  type: image[0] === 0x52 && image[1] === 0x49 ? 'image/webp' : 'image/jpeg',
  bytes: new Uint8Array(image),
});

const path = (id: string, rest = '') => `/customers/${segment(id, 'customerId')}${rest}`;

export const customersOf = (call: Caller): Customers => ({
  retrieve: async (id, { cursor, limit, ...options } = {}) =>
    call({ ...results('GET', path(id)), query: { cursor, limit } }, options),
  export: (id, { limit, ...options } = {}) =>
    listing(async (cursor) => {
      const answer = await call<AnswerOf<typeof exportCustomer>>(
        { ...results('GET', path(id, '/export')), query: { cursor, limit } },
        options,
      );
      return pageOf(answer, answer.records, answer.next_cursor);
    }),
  putFaceReference: async (id, image, options) =>
    call({ ...results('PUT', path(id, '/face-reference')), image: imageOf(image) }, options),
  withdrawConsent: async (id, options) => call(results('POST', path(id, '/consent/withdraw')), options),
  putHold: async (id, body, options) => call({ ...results('PUT', path(id, '/hold')), body }, options),
  retrieveHold: async (id, options) => call(results('GET', path(id, '/hold')), options),
  removeHold: async (id, options) => call({ ...results('DELETE', path(id, '/hold')), once: true }, options),
  erase: async (id, options) => call(results('DELETE', path(id)), options),
});
