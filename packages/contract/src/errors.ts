/** The closed list of error codes: the machine-readable contract of every refusal (interface §7). */
export interface ErrorEntry {
  /** HTTP status; equals `status_code` in the envelope. */
  status: number;
  /** The public sentence: what happened and what to do next. It tells an attacker no more than the code. */
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
  invalid_request: entry(
    400,
    'The request is not in the expected form. Correct what data.error.fields lists.',
  ),
  invalid_json: entry(
    400,
    'The body is not valid JSON. Send one JSON value in UTF-8, without duplicate keys.',
  ),

  api_key_missing: entry(401, 'This call needs a key. Send it as Authorization: Bearer <key>.'),
  api_key_invalid: entry(
    401,
    'The key is not valid for this call. Check that it is complete, not revoked and of the right kind.',
  ),
  token_missing: entry(401, 'This call needs a token. Send it as Authorization: Bearer <token>.'),
  token_invalid: entry(
    401,
    'The token is not valid for this call. Send the data.token of a new preflight or portal call.',
  ),
  token_expired: entry(401, 'The token is no longer valid. Ask your backend for a new one.'),
  proof_invalid: entry(
    401,
    'The Standpoint-Proof header is not a valid proof for this request. Make a new proof.',
  ),

  scope_denied: entry(
    403,
    'The key does not have the scope that this call needs. Use a results key that has it.',
  ),
  ip_not_allowed: entry(403, 'The key may not be used from this address. Call from an address on its list.'),
  environment_mismatch: entry(
    403,
    'This credential belongs to the other environment. Use the address of that environment.',
  ),
  key_in_browser: entry(
    403,
    'A browser sent an API key, which is a server secret. Rotate it and call from your backend.',
  ),
  origin_not_allowed: entry(
    403,
    'The token does not allow this page’s origin. List it in origins of preflight, or of the workflow for a face check.',
  ),
  attestation_failed: entry(403, 'The attestation nonce was already used. Ask your backend for a new token.'),
  not_active_device: entry(
    403,
    'Another device is active in this session. Continue there, or cancel the hand-off.',
  ),
  consent_required: entry(
    403,
    'The person has not consented to the present text. Show it, and record the consent before an attempt.',
  ),
  token_wrong_purpose: entry(
    403,
    'The token is for another call. Preflight tokens are for verify(), portal tokens for face().',
  ),
  handoff_not_allowed: entry(
    403,
    'This workflow does not allow a hand-off to a phone. Continue on this device.',
  ),
  handoff_unconfirmed: entry(
    403,
    'The phone is not confirmed yet. Type the number from the desktop on the phone first.',
  ),

  not_found: entry(404, 'There is nothing at this address. Check the path and the id.'),
  workflow_not_found: entry(404, 'There is no workflow with this id. Check the id.'),
  policy_not_found: entry(
    404,
    'There is no published policy with this id. Check the id, or publish the policy.',
  ),
  session_not_found: entry(404, 'There is no such session. Create one first, or check the id.'),
  handoff_not_found: entry(404, 'There is no open hand-off. Create a code for the phone first.'),
  short_code_not_found: entry(404, 'This code is not known. Check it, or show a new one.'),

  method_not_allowed: entry(405, 'This address does not support this method. Use one from the Allow header.'),

  token_already_used: entry(
    409,
    'The token was already used for a verify(). Ask your backend for a new one.',
  ),
  already_reviewed: entry(409, 'This review was already decided. Read the record for its outcome.'),
  draft_changed: entry(
    409,
    'This was changed since you opened it. Nothing was stored; read it again, then decide what to keep.',
  ),
  backtest_needed: entry(
    409,
    'This draft has no finished back-test of exactly its content. Run one, then publish.',
  ),
  sandbox_not_empty: entry(
    409,
    'This organization has records already, and made-up ones among them could not be told apart. Nothing was made.',
  ),
  review_held: entry(
    409,
    'Another person holds this review at the moment. Nothing was changed; ask again when they have finished.',
    true,
  ),
  legal_hold: entry(
    409,
    'The customer is under a legal hold, so nothing may be deleted. An erasure is remembered until the hold ends.',
  ),
  handoff_claimed: entry(409, 'A phone has already taken over. Cancel the hand-off first.'),
  attempt_open: entry(
    409,
    'An attempt is already open in this session. Submit it, or wait until it expires.',
  ),
  session_terminal: entry(409, 'The session has ended. Create a new portal token to begin another.'),
  idempotency_in_flight: entry(
    409,
    'A request with this Idempotency-Key is still running. Wait, and send this one again.',
    true,
  ),

  short_code_expired: entry(410, 'This code has expired. Use the one that is shown now.'),
  short_code_used: entry(410, 'This code was already used. Continue on that phone, or show a new code.'),
  attempt_expired: entry(410, 'The attempt has expired. Open a new one.'),

  body_too_large: entry(413, 'The body is larger than this call accepts. Send a smaller one.'),
  unsupported_media_type: entry(
    415,
    'This call does not accept this media type or encoding. Send application/json, or the documented type, uncompressed.',
  ),

  payload_unreadable: entry(
    422,
    'The payload cannot be opened or read. Seal it to the key in the token, with a current SDK.',
  ),
  payload_stale: entry(422, 'The payload is too old to be decided. Collect a new one.'),
  challenge_mismatch: entry(
    422,
    'The content is bound to another token, attempt or challenge. Make it for this one.',
  ),
  workflow_inactive: entry(422, 'The workflow has no published version. Publish it first.'),
  attempts_exhausted: entry(
    422,
    'No attempts are left in this session. Create a new portal token to begin another.',
  ),
  image_unusable: entry(
    422,
    'An image cannot be used. Replace it; data.error.fields says which one and why.',
  ),
  idempotency_mismatch: entry(422, 'This Idempotency-Key was used with another request body. Use a new key.'),

  client_required: entry(
    428,
    'A plain request cannot redeem a code. Open the link that the desktop shows in a browser.',
  ),

  rate_limited: entry(429, 'Too many requests. Wait for the time in Retry-After.', true),
  slow_down: entry(429, 'The polling is too fast. Wait for the time in Retry-After.', true),

  internal: entry(500, 'Something went wrong on our side. Nothing was accepted; try again.', true),
  record_contradicted: entry(
    500,
    'The stored decision differs from its signed record. Do not rely on it, and tell the operator.',
  ),
  unavailable: entry(
    503,
    'The service cannot answer right now. Nothing was accepted; try again shortly.',
    true,
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];
