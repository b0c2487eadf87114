import {
  ConflictError,
  ConnectionError,
  NotFoundError,
  RateLimitError,
  ResultTokenError,
  StandpointApiError,
} from '../errors.ts';

/** An answer of your backend, before a framework sends it. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export const json = (status: number, value: object, headers: Record<string, string> = {}): Answer => ({
  status,
  // An answer may hold a token, so no cache may keep it.
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(value),
});

/** What a browser is told about a failure of a call to the service. */
export interface Failure {
  code: string;
  message: string;
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** Of the call to the service, for your support desk. */
  request_id?: string;
}

const failure = (status: number, failed: Failure, headers?: Record<string, string>): Answer =>
  json(status, { error: failed }, headers);

const LATER = 'This cannot be done right now. Try again shortly.';

const ofApi = (error: StandpointApiError): Answer => {
  const { status, code, retryable, requestId: request_id } = error;
  if (error instanceof RateLimitError)
    return failure(
      429,
      { code: 'rate_limited', message: LATER, retryable: true, request_id },
      { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfterMs / 1_000))) },
    );
  if (retryable) return failure(503, { code: 'unavailable', message: LATER, retryable, request_id });
  // These are about what the customer did or sent. Anything else is a mistake of this backend.
  if (error instanceof NotFoundError || error instanceof ConflictError || status === 422)
    return failure(status, { code, message: 'This cannot be done.', retryable, request_id });
  return failure(500, { code: 'internal', message: 'Something went wrong.', retryable, request_id });
};

/**
 * The answer to a browser for an error of this SDK; undefined for any other error. It repeats no message: that
 * of a wrong key or scope is for your log.
 */
export function answerOf(error: unknown): Answer | undefined {
  if (error instanceof StandpointApiError) return ofApi(error);
  if (error instanceof ConnectionError)
    return failure(503, { code: 'unavailable', message: LATER, retryable: true });
  if (error instanceof ResultTokenError)
    return failure(403, {
      code: 'result_refused',
      message: 'The result does not count here. Verify again.',
      retryable: false,
    });
  return undefined;
}
