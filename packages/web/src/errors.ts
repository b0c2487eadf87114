import type { ErrorCode as ServerErrorCode } from '@standpoint/contract';

/** Advice to the person about an error; `none` when only the developer can do something. */
export type UserAction =
  | 'allow_location'
  | 'allow_camera'
  | 'open_in_browser'
  | 'use_phone'
  | 'retry'
  | 'retry_later'
  | 'contact_support'
  | 'none';

/** Codes that arise in the browser. A refusal by the service keeps the service's own code and sentence. */
export type ClientErrorCode =
  | 'config_invalid'
  | 'base_url_mismatch'
  | 'environment_mismatch'
  | 'ssr_unavailable'
  | 'token_missing'
  | 'token_invalid'
  | 'token_expired'
  | 'token_already_used'
  | 'token_wrong_purpose'
  | 'attestation_failed'
  | 'permission_denied'
  | 'permission_dismissed'
  | 'permission_blocked_by_policy'
  | 'insecure_context'
  | 'location_unavailable'
  | 'location_timeout'
  | 'camera_missing'
  | 'camera_in_use'
  | 'camera_failed'
  | 'unsupported_browser'
  | 'in_app_browser'
  | 'iframe_load_failed'
  | 'csp_blocked'
  | 'offline'
  | 'network'
  | 'timeout'
  | 'rate_limited'
  | 'server_error'
  | 'bad_response'
  | 'aborted';
export type ErrorCode = ClientErrorCode | ServerErrorCode;

// The sentences are in the documentation and at the throwing code: here they would cost every page a
// kilobyte.
const RETRY = /dismissed|^location_|^camera_[if]|^iframe|offline|network|timeout|aborted/;
const ACTIONS: Partial<Record<string, UserAction>> = {
  permission_denied: 'allow_location',
  camera_missing: 'use_phone',
  in_app_browser: 'open_in_browser',
  unsupported_browser: 'open_in_browser',
  bad_response: 'contact_support',
  // A retry needs a new token.
  token_expired: 'retry',
  token_already_used: 'retry',
  attestation_failed: 'retry',
};

export interface ErrorFacts {
  /** The service's own message; replaces the local one. */
  message?: string;
  /** Text between the code and the link to its documentation. */
  detail?: string;
  retryable?: boolean;
  userAction?: UserAction;
  docsUrl?: string;
  requestId?: string;
  status?: number;
  retryAfterMs?: number;
  cause?: unknown;
}

const BRAND = Symbol.for('standpoint.error');

/**
 * What every error of this package says; its constructor assigns all of it. Fields would cost
 * bytes in every page, and Metro refuses `declare`.
 */
export interface StandpointError {
  readonly code: ErrorCode;
  /** Whether the same call may succeed later. A call with a spent token never does: fetch a new token. */
  readonly retryable: boolean;
  readonly userAction: UserAction;
  readonly docsUrl: string;
  readonly requestId: string | undefined;
  /** HTTP status, when the service answered. */
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
}

/**
 * The only error of this package. It is thrown when a call could not run. A negative decision, a denied
 * permission and a missing position are values or evidence, never errors.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: see the interface.
export class StandpointError extends Error {
  override readonly name = 'StandpointError';

  constructor(code: ErrorCode, facts: ErrorFacts = {}) {
    const { message, detail = 'see', docsUrl = `/docs/errors#${code}`, cause } = facts;
    super(message ?? `${code}: ${detail} ${docsUrl}`, { cause });
    const again = RETRY.test(code);
    const { requestId, status, retryAfterMs, retryable = again } = facts;
    const userAction =
      facts.userAction ?? ACTIONS[code] ?? (again ? 'retry' : retryable ? 'retry_later' : 'none');
    const all = { code, retryable, userAction, docsUrl, requestId, status, retryAfterMs };
    Object.assign(this, all, { [BRAND]: true });
  }

  toJSON(): { code: ErrorCode; message: string; request_id?: string } {
    return { code: this.code, message: this.message, request_id: this.requestId };
  }
}

/** True for errors of this package, including those of another copy of it or another realm. */
export const isStandpointError = (value: unknown): value is StandpointError =>
  !!(value as { [BRAND]?: unknown } | null | undefined)?.[BRAND];

export const fail = (code: ErrorCode, facts?: ErrorFacts): never => {
  throw new StandpointError(code, facts);
};
