import type { ErrorBody, ErrorCode } from '@standpoint/contract';

export interface RefusalFacts {
  status: number;
  /** A code of the service, or `bad_response` when the answer was not from the service. */
  code: ErrorCode | 'bad_response';
  message: string;
  headers: Headers;
  retryable: boolean;
  requestId?: string;
  docsUrl?: string;
  fields?: NonNullable<ErrorBody['fields']>;
  retryAfterMs?: number;
}

/** The service refused the call. `code` is the contract; the class follows from the status. */
export class StandpointApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'bad_response';
  /** Whether the same request may succeed later, unchanged. */
  readonly retryable: boolean;
  readonly requestId: string | undefined;
  readonly docsUrl: string | undefined;
  readonly headers: Headers;
  /** The fields of the request that are not in the expected form. */
  readonly fields: NonNullable<ErrorBody['fields']>;

  constructor(facts: RefusalFacts) {
    const [field] = facts.fields ?? [];
    super(`${facts.code}: ${facts.message}${field ? ` (${field.path || 'body'} ${field.message})` : ''}`);
    this.name = new.target.name;
    this.status = facts.status;
    this.code = facts.code;
    this.retryable = facts.retryable;
    this.requestId = facts.requestId;
    this.docsUrl = facts.docsUrl;
    this.headers = facts.headers;
    this.fields = facts.fields ?? [];
  }
}

/** 401 */
export class AuthenticationError extends StandpointApiError {}
/** 403 */
export class PermissionError extends StandpointApiError {}
/** 400, 413, 415, 422 */
export class ValidationError extends StandpointApiError {}
/** 404, 410 */
export class NotFoundError extends StandpointApiError {}
/** 409 */
export class ConflictError extends StandpointApiError {}
/** 422 `idempotency_mismatch` */
export class IdempotencyError extends ValidationError {}
/** 429 */
export class RateLimitError extends StandpointApiError {
  readonly retryAfterMs: number;
  constructor(facts: RefusalFacts) {
    super(facts);
    this.retryAfterMs = facts.retryAfterMs ?? 1_000;
  }
}
/** 5xx */
export class ServerError extends StandpointApiError {}

/** The service could not be reached, or did not answer in time. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly retryable = true;
}

export type ResultTokenFault =
  | 'malformed'
  | 'wrong_type'
  | 'unknown_key'
  | 'bad_signature'
  | 'wrong_issuer'
  | 'wrong_audience'
  | 'expired'
  | 'too_old'
  | 'sandbox'
  | 'wrong_customer'
  | 'wrong_transaction_type'
  | 'wrong_transaction'
  | 'wrong_workflow'
  | 'wrong_decision'
  | 'consumed';

/** The result token was refused. */
export class ResultTokenError extends Error {
  override readonly name = 'ResultTokenError';
  readonly reason: ResultTokenFault;
  constructor(reason: ResultTokenFault, detail = '') {
    super(`The result token must not be believed: ${reason}${detail && ` (${detail})`}`);
    this.reason = reason;
  }
}

export type WebhookFault =
  | 'missing_header'
  | 'no_match'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'wrong_secret_type';

/** The request is not a webhook of the service: answer 400, and do not act on it. */
export class WebhookSignatureError extends Error {
  readonly reason: WebhookFault;
  constructor(reason: WebhookFault, message: string) {
    super(message);
    this.name = new.target.name;
    this.reason = reason;
  }
}

/** The framework had parsed the body before. Only the bytes as they came can be checked. */
export class WebhookBodyParsedError extends WebhookSignatureError {
  constructor() {
    super(
      'no_match',
      'The webhook’s body must be the raw text or bytes, because the signature covers them exactly. ' +
        'Express: express.raw({ type: "application/json" }) on this route, then request.body. ' +
        'Fastify: addContentTypeParser("application/json", { parseAs: "buffer" }, (_, body, done) => ' +
        'done(null, body)), then request.body. ' +
        'Next.js: await request.text() in a route handler; in pages/api export ' +
        'const config = { api: { bodyParser: false } } and read the stream.',
    );
  }
}

const BY_STATUS: Record<number, typeof StandpointApiError> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
};

export const refusalOf = (facts: RefusalFacts): StandpointApiError => {
  if (facts.code === 'idempotency_mismatch') return new IdempotencyError(facts);
  if (facts.status === 429) return new RateLimitError(facts);
  if (facts.status >= 500) return new ServerError(facts);
  return new (BY_STATUS[facts.status] ?? StandpointApiError)(facts);
};
