/** The closed list of error codes: the machine-readable contract of every refusal (interface §7). */
export interface ErrorEntry {
  /** HTTP status; equals `status_code` in the envelope. */
  status: number;
  /**
   * The public sentence: what happened and what to do next. It never tells an attacker more than the code
   * does.
   */
  message: string;
  /** Whether the same request may succeed later, unchanged. */
  retryable: boolean;
}

const entry = (status: number, message: string, retryable = false): ErrorEntry => ({
  status,
  message,
  retryable,
});

export const ERRORS = {
  invalid_request: entry(400, 'The request does not have the expected form; data.error.fields says where.'),
  invalid_json: entry(400, 'The body is not valid JSON.'),

  api_key_missing: entry(401, 'This call needs an API key: send Authorization: Bearer <API_KEY>.'),
  api_key_invalid: entry(401, 'The key is not valid for this call.'),
  token_missing: entry(401, 'This call needs a token: send Authorization: Bearer <token>.'),
  token_invalid: entry(401, 'The token is not valid for this call.'),
  token_expired: entry(401, 'The token is no longer valid. Ask your backend for a new one.'),
  proof_invalid: entry(401, 'The Standpoint-Proof header is not a valid proof for this request.'),

  scope_denied: entry(403, 'The key does not carry the scope that this call needs.'),
  ip_not_allowed: entry(403, 'The key may not be used from this address.'),
  environment_mismatch: entry(403, 'This credential belongs to the other environment; use the other host.'),
  key_in_browser: entry(
    403,
    'An API key is a server secret and was sent by a browser. Rotate it and call from your backend.',
  ),
  origin_not_allowed: entry(403, 'The page’s origin is not in the list that this token allows.'),
  attestation_failed: entry(403, 'The attestation nonce was already used. Ask your backend for a new token.'),
  not_active_device: entry(403, 'Another device is the active one in this session.'),
  consent_required: entry(403, 'The person has to consent before a capture can start.'),
  token_wrong_purpose: entry(403, 'The token is valid, but not for this call.'),
  handoff_not_allowed: entry(403, 'This workflow does not allow to continue on a phone.'),
  handoff_unconfirmed: entry(403, 'The phone has to be confirmed with the number on the desktop first.'),

  not_found: entry(404, 'There is nothing at this address.'),
  workflow_not_found: entry(404, 'There is no workflow with this id.'),
  policy_not_found: entry(404, 'There is no policy with this id.'),
  session_not_found: entry(404, 'There is no session.'),
  handoff_not_found: entry(404, 'There is no hand-off to work on; create a short code first.'),
  short_code_not_found: entry(404, 'This code is not known.'),

  method_not_allowed: entry(405, 'This address does not answer to this method.'),

  token_already_used: entry(
    409,
    'The token was already used for a verify(). Ask your backend for a new one.',
  ),
  handoff_claimed: entry(409, 'A phone has already taken over; cancel the hand-off first.'),
  attempt_open: entry(409, 'An attempt is already open in this session.'),
  session_terminal: entry(409, 'The session has ended. A new one needs a new portal token.'),
  idempotency_in_flight: entry(409, 'A request with this Idempotency-Key is still running.', true),

  short_code_expired: entry(410, 'This code has run out. Show the current one.'),
  short_code_used: entry(410, 'This code was already used.'),
  attempt_expired: entry(410, 'The time for this attempt is over. Start a new one.'),

  body_too_large: entry(413, 'The body is larger than this call accepts.'),
  unsupported_media_type: entry(
    415,
    'The body has a media type or an encoding that this call does not accept.',
  ),

  payload_unreadable: entry(422, 'The sealed payload cannot be opened or does not have the expected form.'),
  payload_stale: entry(422, 'The payload is too old to be judged. Collect it again.'),
  challenge_mismatch: entry(422, 'What was sent is bound to another token, attempt or challenge.'),
  workflow_inactive: entry(422, 'The workflow has no published version.'),
  attempts_exhausted: entry(422, 'No attempts are left in this session.'),
  image_unusable: entry(422, 'An image cannot be used; data.error.fields says which and why.'),
  idempotency_mismatch: entry(422, 'This Idempotency-Key was used with another request body.'),

  client_required: entry(428, 'A code is redeemed by the face app, not by opening its address.'),

  rate_limited: entry(429, 'Too many requests. Wait for the time in Retry-After.', true),
  slow_down: entry(429, 'Polling too fast. Wait for the time in Retry-After.', true),

  internal: entry(500, 'Something went wrong on our side. Nothing was accepted.', true),
  unavailable: entry(
    503,
    'The service cannot answer right now. Nothing was accepted; try again shortly.',
    true,
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];
