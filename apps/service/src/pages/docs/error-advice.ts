import type { ErrorCode } from '@standpoint/contract';

/**
 * What to do about each error, for whoever integrates. The sentence of the error itself is in the contract.
 */
export const ERROR_ADVICE: Record<ErrorCode, string> = {
  invalid_request:
    'Read data.error.fields: each entry has the path and what is wrong there. A misspelled field is refused too, with the nearest known one.',
  invalid_json: 'Send one JSON value in UTF-8 without duplicate keys.',
  api_key_missing: 'Send Authorization: Bearer with the key, from your backend.',
  api_key_invalid:
    'Check that the whole key was copied, that it was not revoked, and that its kind fits: an API key mints, a results key reads.',
  token_missing: 'Send Authorization: Bearer with the token.',
  token_invalid:
    'The token was made for another purpose, was changed on its way, or comes from another service. Mint a new one.',
  token_expired:
    'Mint a new token right before it is needed. After a restore of the database older tokens are void as well.',
  proof_invalid: 'Make the proof for this method, address, time and token, with a new jti (RFC 9449).',
  scope_denied: 'Create a results key with the scope that the endpoint names.',
  ip_not_allowed: 'Call from a network on the key’s list, or create a key with another list.',
  environment_mismatch: 'Use the address that the message names.',
  key_in_browser: 'The key has been shown to a browser: rotate it now, and call from your backend.',
  origin_not_allowed: 'Add the page’s exact origin where the token is minted.',
  attestation_failed: 'The 0.3 form of token_already_used: mint a token for each verify().',
  not_active_device: 'Go on with the device that holds the session, or cancel the hand-off first.',
  consent_required: 'Send the consent before opening an attempt.',
  token_wrong_purpose: 'Use the portal JWT here; a hand-off JWT is for the phone’s own calls.',
  handoff_not_allowed: 'Publish a workflow whose hand-off policy is offer or force.',
  handoff_unconfirmed: 'Type the number that the desktop shows on the phone first.',
  not_found:
    'Check the address and the id. What belongs to another organization or environment is not found either.',
  workflow_not_found: 'List the ids: npx standpoint workflows list.',
  policy_not_found: 'List the ids: npx standpoint policies list. Only published policies count.',
  session_not_found: 'Create the session first, or check the id.',
  handoff_not_found: 'Create a short code first.',
  short_code_not_found: 'Check the code; after 24 hours it is forgotten.',
  method_not_allowed: 'Use a method of the Allow header.',
  token_already_used:
    'Mint a token for each verify(). To ask again for an answer that was lost, resend the same bytes with Standpoint-Retry within 120 seconds.',
  handoff_claimed: 'Cancel the hand-off before making another code.',
  attempt_open: 'Submit the open attempt, or wait until its time is over.',
  session_terminal: 'Create a new portal token for a new session.',
  idempotency_in_flight: 'Wait for the first request and send this one again.',
  short_code_expired: 'Scan the code that the desktop shows now.',
  short_code_used: 'Go on with the phone that used it, or make a new code on the desktop.',
  attempt_expired: 'Open a new attempt.',
  body_too_large: 'Keep to the size that the endpoint names.',
  unsupported_media_type:
    'Send application/json (multipart/form-data for captures, image/jpeg or image/webp for a reference), not compressed.',
  payload_unreadable: 'Seal the payload to the key inside this very token, with a current SDK.',
  payload_stale: 'Collect right before sending.',
  challenge_mismatch: 'Make the payload for the token, attempt and challenge that it is sent with.',
  workflow_inactive: 'Publish it: npx standpoint workflows publish ID.',
  attempts_exhausted: 'The session is decided; a new one needs a new portal token.',
  image_unusable: 'Read data.error.fields, and send JPEG or WebP within the limits.',
  idempotency_mismatch: 'Use a new Idempotency-Key for another request.',
  client_required: 'Open the link in the face app; it redeems the code itself.',
  rate_limited: 'Wait for the seconds in Retry-After. Limits are settings of the organization.',
  slow_down: 'Long-poll with wait and since instead of asking in a loop.',
  internal: 'Try again; if it stays, look up the request_id in the log.',
  unavailable: 'Try again after Retry-After. A token is not spent by this.',
};
