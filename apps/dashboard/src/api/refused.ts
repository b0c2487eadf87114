import type { ErrorBody, ErrorCode } from '@standpoint/contract';

/** The service answered, and said no. */
export class Refused extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly request_id: string;
  readonly fields: readonly { path: string; message: string }[];
  readonly retry_after_s: number | null;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.retryable = body.retryable;
    this.request_id = body.request_id;
    this.fields = body.fields ?? [];
    this.retry_after_s = body.retry_after_s ?? null;
  }

  /** What is wrong with the field of this name; undefined when nothing is. */
  field(name: string): string | undefined {
    return this.fields.find(({ path }) => path === name || path.endsWith(`.${name}`))?.message;
  }
}

/** No answer came: the service is down, or the network is. What was sent may have arrived. */
export class Unreachable extends Error {
  readonly at = Date.now();
  constructor(reason: string) {
    super(reason);
  }
}

/** Whether the same call may be repeated and could end otherwise. */
export const mayRepeat = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof Refused && error.retryable);

/** Whether the same call may succeed later without any change: also once the person has signed in again. */
export const maySucceedLater = (error: unknown): boolean =>
  mayRepeat(error) || (error instanceof Refused && error.status === 401);

/** Milliseconds until a failed call is sent again by itself: as long as the service asks for, and at least `least`. */
export const againAfterMs = (error: unknown, least: number): number =>
  Math.max(least, error instanceof Refused ? (error.retry_after_s ?? 0) * 1_000 : 0);
