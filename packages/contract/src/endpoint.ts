import type { Role } from './dashboard/roles.ts';
import type { ErrorCode } from './errors.ts';
import type { BodyCap, LimitKey } from './limits.ts';
import type { Static, TSchema } from './schema.ts';

/** What may stand in `Authorization: Bearer`, or `person`: the cookie of a person who is signed in to the dashboard. */
export type Credential = 'none' | 'api_key' | 'results_key' | 'preflight' | 'portal' | 'handoff' | 'person';

/** Scopes of a results key (interface §3). */
export const SCOPES = [
  'results:read',
  'evaluate',
  'sessions:write',
  'customers:write',
  'reviews:write',
  'webhooks:write',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Named rate limits; the numbers are in `limits.ts`. */
export type LimitName = LimitKey | 'none';

/**
 * One endpoint, written once: validation, serialisation, OpenAPI, docs and SDK types all come from this
 * value. A handler in the service is `(call, deps) => data`.
 */
export interface Endpoint<
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  P extends TSchema = TSchema,
> {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** OpenAPI form: `/facecheck/session/{session_id}`. */
  path: string;
  summary: string;
  /** Where the given document states it, e.g. "4, 2.1"; absent for our additions. */
  given?: string;
  credential: readonly Credential[];
  /**
   * A kind of token that is checked like a valid one and then refused with 403 `token_wrong_purpose`: a
   * hand-off JWT on a route for portal tokens only.
   */
  wrong_purpose?: 'handoff';
  /** Which hand-off JWTs are let in: those of a location check, or (absent) those of a face session. */
  handoff_scope?: 'location';
  scope?: Scope;
  /** Which members of the organization in the path may call; every member when absent. For `person` only. */
  roles?: readonly Role[];
  /** `none`: the endpoint has no limit of its own, or counts in its handler. */
  limit: LimitName;
  /** What `limit` counts the calls of: the credential (absent), or the client's network address. */
  limit_by?: 'address';
  /** A limit beside `limit`: of each customer, for the preflight tokens of production. */
  customer_limit?: 'verify_customer';
  /** `Idempotency-Key`: the same key and body get the first answer again until its token expires. */
  idempotency_key?: true;
  /**
   * Seconds after its end that the token is still let in when `Standpoint-Retry` says that the call repeats
   * one whose answer was lost. The handler then spends nothing and gives the first answer again.
   */
  retry_grace_s?: number;
  /** Only a script of a page may call: 428 `client_required` for prefetch, navigation and link previews. */
  client_only?: true;
  /** Callers of production are refused with 403 `environment_mismatch`, before the body is read. */
  sandbox_only?: true;
  /** `wait` and `since` in the query, ETag and 304: the answer may come when there is news. */
  long_poll?: true;
  /** none: no CORS at all · token: the token's `origins` · face: the face app's origin. */
  cors: 'none' | 'token' | 'face';
  body?: B;
  /** The limit on the size of the body; absent for an endpoint that takes none. */
  max_body?: BodyCap;
  /** image: the body is one JPEG or WebP, of type `image/jpeg` or `image/webp`. */
  media?: 'json' | 'multipart' | 'image';
  /** The answer has no envelope and may be long: events of this kind, or a file. */
  stream?: 'text/event-stream' | 'file';
  query?: Q;
  params?: P;
  /** Schema of `data`. */
  answer: A;
  errors: readonly ErrorCode[];
}

/** Keeps the literal types: an endpoint's credential decides what its handler's caller is. */
export const endpoint = <const E extends Endpoint>(value: E): E => value;

type Of<T> = T extends TSchema ? Static<T> : unknown;
export type BodyOf<E> = E extends { body: infer S } ? Of<S> : unknown;
export type AnswerOf<E> = E extends { answer: infer S } ? Of<S> : unknown;
export type QueryOf<E> = E extends { query: infer S } ? Of<S> : unknown;
export type ParamsOf<E> = E extends { params: infer S } ? Of<S> : unknown;

/** The one envelope of every answer (given §2.5). */
export interface Envelope<D> {
  status_code: number;
  message: string;
  data: D;
}

/** `data.error` of a refusal. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  retryable: boolean;
  request_id: string;
  docs_url: string;
  fields?: { path: string; message: string }[];
  retry_after_s?: number;
}

/** Errors that any endpoint may answer with. */
export const ANYWHERE: readonly ErrorCode[] = [
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'internal',
  'unavailable',
];
/** A whole export takes as long as it takes; each of its pages is read by itself. */
const EXPORTS: ReadonlySet<string> = new Set(['exportCustomer', 'dashboardExportCustomer']);

/**
 * Whether an endpoint only reads, for a person or a backend: its statements end after 15 s, and the call is then
 * refused with 503 `unavailable` and a sentence that says what to ask for instead.
 */
export const isBoundedRead = ({ method, credential, stream, name }: Endpoint): boolean =>
  method === 'GET' &&
  stream === undefined &&
  credential.some((kind) => kind === 'person' || kind === 'results_key') &&
  !EXPORTS.has(name);

/** Errors of any endpoint that takes a JSON body. */
export const WITH_BODY: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_json',
  'body_too_large',
  'unsupported_media_type',
];
export const WITH_API_KEY: readonly ErrorCode[] = [
  'api_key_missing',
  'api_key_invalid',
  'key_in_browser',
  'ip_not_allowed',
  'environment_mismatch',
];
export const WITH_TOKEN: readonly ErrorCode[] = [
  'token_missing',
  'token_invalid',
  'token_expired',
  'environment_mismatch',
];
/** Errors of a call with a body by the device that captures. */
export const WITH_DEVICE: readonly ErrorCode[] = [
  ...WITH_TOKEN,
  ...WITH_BODY,
  'proof_invalid',
  'session_not_found',
  'not_active_device',
  'handoff_unconfirmed',
  'session_terminal',
];
