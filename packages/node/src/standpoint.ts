import type {
  AnswerOf,
  EvaluateBody,
  eraseCustomer,
  FaceResultClaims,
  FaceSession,
  listSessions,
  listVerifications,
  PortalTokenAnswer,
  PortalTokenBody,
  PreflightAnswer,
  PreflightBody,
  putFaceReference,
  QueryOf,
  readCustomer,
  Verification,
  VerificationClaims,
} from '@standpoint/contract';
import { type Config, type Options, settingsOf } from './config.ts';
import { type Listing, listing, type Page } from './listing.ts';
import { type Call, request, type WithMeta } from './request.ts';
import type { FaceResultExpectation, VerificationExpectation } from './result-expectation.ts';
import { checkFaceResult, checkVerification } from './result-token.ts';
import { SigningKeys } from './signing-keys.ts';
import { type Webhooks, webhooks } from './webhooks.ts';

export type PreflightParams = PreflightBody;
export type PortalTokenParams = PortalTokenBody;
export type EvaluateParams = EvaluateBody;
export type VerificationQuery = Omit<QueryOf<typeof listVerifications>, 'cursor' | 'limit'> & {
  limit?: number;
};
export type SessionQuery = Omit<QueryOf<typeof listSessions>, 'cursor' | 'limit'> & { limit?: number };
export type Customer = AnswerOf<typeof readCustomer>;
export type Erasure = AnswerOf<typeof eraseCustomer>;
export type FaceReference = AnswerOf<typeof putFaceReference>;

/**
 * The service's backend client. The API key creates tokens; reads, `evaluate`, sessions and erasure need a
 * results key. A refusal throws a subclass of `StandpointApiError`, an unreachable service a
 * `ConnectionError`.
 *
 * The client sends no idempotency key by itself. Creating a token writes nothing, so after a lost answer
 * another token is created, and the lost one expires unused.
 */
export class Standpoint {
  readonly verifications: Verifications;
  readonly sessions: Sessions;
  readonly customers: Customers;
  /** The same functions as the export `webhooks`, which needs no client. */
  readonly webhooks: Webhooks = webhooks;
  readonly #call: Caller;
  readonly #learn: <T extends { token: string }>(minted: T) => T;

  /** Throws a `TypeError` for settings that cannot work, and where there is a `window`. */
  constructor(config: Config) {
    const settings = settingsOf(config);
    const keys = new SigningKeys(settings);
    const call: Caller = (what, options) => request(settings, what, options);
    this.#call = call;
    this.#learn = (minted) => {
      settings.organization ??= organizationOf(minted.token);
      return minted;
    };
    this.verifications = verificationsOf(call, (token, expected) =>
      checkVerification(settings, keys, token, expected),
    );
    this.sessions = sessionsOf(call, (token, expected) => checkFaceResult(settings, keys, token, expected));
    this.customers = customersOf(call);
  }

  /** Creates a token for one `verify()` of this customer and transaction. */
  async preflight(params: PreflightParams, options?: Options): Promise<WithMeta<PreflightAnswer>> {
    const call: Call = { method: 'POST', path: '/geolocation/preflight', key: 'apiKey', body: params };
    return this.#learn(await this.#call<PreflightAnswer>(call, options));
  }

  /** Creates a portal token (30 minutes) for one face verification of this customer. */
  async createPortalToken(
    params: PortalTokenParams,
    options?: Options,
  ): Promise<WithMeta<PortalTokenAnswer>> {
    const call: Call = { method: 'POST', path: '/facecheck/session/portal', key: 'apiKey', body: params };
    return this.#learn(await this.#call<PortalTokenAnswer>(call, options));
  }

  /**
   * Decides on a payload that `collect()` returned in the client. The same payload gives the same decision
   * for 24 hours.
   */
  evaluate(params: EvaluateParams, options?: Options): Promise<WithMeta<Verification>> {
    return this.#call({ ...results('POST', '/geolocation/evaluate'), body: params }, options);
  }
}

/** The organization in a token that the service itself has sent. */
function organizationOf(token: string): string | undefined {
  try {
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')));
    return typeof claims.org === 'string' ? claims.org : undefined;
  } catch {
    return undefined;
  }
}

type Caller = <T extends object>(call: Call, options?: Options) => Promise<WithMeta<T>>;

const results = (method: Call['method'], path: string) => ({ method, path, key: 'resultsKey' }) as const;
const segment = (id: string): string => encodeURIComponent(id);

/** On the wire the rows have the name of their noun; a page has `data`. */
const pageOf = <T>(answer: WithMeta<{ next_cursor: string | null }>, rows: T[]): WithMeta<Page<T>> =>
  Object.defineProperty({ data: rows, next_cursor: answer.next_cursor }, '_meta', {
    value: answer._meta,
  }) as WithMeta<Page<T>>;

export interface Verifications {
  retrieve(verificationId: string, options?: Options): Promise<WithMeta<Verification>>;
  list(query?: VerificationQuery, options?: Options): Listing<Verification>;
  /**
   * Checks the result token of a `verify()` offline, consumes it and returns its claims. Without `decision`,
   * only a `pass` is accepted. Throws a `ResultTokenError`, or a `TypeError` for a missing expectation.
   */
  verifyResultToken(token: string, expected: VerificationExpectation): Promise<VerificationClaims>;
}

const verificationsOf = (
  call: Caller,
  verifyResultToken: Verifications['verifyResultToken'],
): Verifications => ({
  retrieve: (id, options) => call(results('GET', `/geolocation/verifications/${segment(id)}`), options),
  list: (query, options) =>
    listing(async (cursor) => {
      const answer = await call<AnswerOf<typeof listVerifications>>(
        { ...results('GET', '/geolocation/verifications'), query: { ...query, cursor } },
        options,
      );
      return pageOf(answer, answer.verifications);
    }),
  verifyResultToken,
});

export interface Sessions {
  retrieve(sessionId: string, options?: Options): Promise<WithMeta<FaceSession>>;
  list(query?: SessionQuery, options?: Options): Listing<FaceSession>;
  /** A repetition after a lost answer gets `session_terminal`; the session is then canceled. */
  cancel(sessionId: string, options?: Options & { reason?: string }): Promise<WithMeta<FaceSession>>;
  /** Deletes frames and derived data; ids, times and decision stay. Safe to repeat. */
  redact(sessionId: string, options?: Options): Promise<WithMeta<FaceSession>>;
  /**
   * Checks a face result (workflows with `client_result: decision`). By default only `approved` is accepted.
   */
  verifyResultToken(token: string, expected: FaceResultExpectation): Promise<FaceResultClaims>;
}

const sessionsOf = (call: Caller, verifyResultToken: Sessions['verifyResultToken']): Sessions => ({
  retrieve: (id, options) => call(results('GET', `/facecheck/session/${segment(id)}`), options),
  list: (query, options) =>
    listing(async (cursor) => {
      const answer = await call<AnswerOf<typeof listSessions>>(
        { ...results('GET', '/facecheck/sessions'), query: { ...query, cursor } },
        options,
      );
      return pageOf(answer, answer.sessions);
    }),
  cancel: (id, { reason, ...options } = {}) =>
    call(
      { ...results('POST', `/facecheck/session/${segment(id)}/cancel`), body: reason ? { reason } : {} },
      options,
    ),
  redact: (id, options) => call(results('POST', `/facecheck/session/${segment(id)}/redact`), options),
  verifyResultToken,
});

export interface Customers {
  /** Timeline of both areas, newest first. */
  retrieve(
    customerId: string,
    options?: Options & { cursor?: string; limit?: number },
  ): Promise<WithMeta<Customer>>;
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
   * Destroys the person's data key and deletes rows, frames and templates; returns a signed receipt. Safe to
   * repeat.
   */
  erase(customerId: string, options?: Options): Promise<WithMeta<Erasure>>;
}

/** Media type by the first bytes: RIFF means WebP; the service decides about anything else. */
const imageOf = (image: Uint8Array) => ({
  type: image[0] === 0x52 && image[1] === 0x49 ? 'image/webp' : 'image/jpeg',
  bytes: new Uint8Array(image),
});

const customersOf = (call: Caller): Customers => ({
  retrieve: (id, { cursor, limit, ...options } = {}) =>
    call({ ...results('GET', `/customers/${segment(id)}`), query: { cursor, limit } }, options),
  putFaceReference: (id, image, options) =>
    call({ ...results('PUT', `/customers/${segment(id)}/face-reference`), image: imageOf(image) }, options),
  erase: (id, options) => call(results('DELETE', `/customers/${segment(id)}`), options),
});
