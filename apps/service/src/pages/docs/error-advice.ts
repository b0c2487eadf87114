import type { ErrorCode } from '@standpoint/contract';

/** Tells an integrator what to do about each error. The sentence of the error itself is in the contract. */
export const ERROR_ADVICE: Record<ErrorCode, string> = {
  invalid_request:
    'Read data.error.fields: each entry has the path and the problem. ' +
    'A misspelled field is refused too, with the nearest known name.',
  invalid_json: 'Send one JSON value in UTF-8 without duplicate keys.',
  api_key_missing: 'Send Authorization: Bearer with the key, from your backend.',
  api_key_invalid:
    'Check that the whole key was copied, that it was not revoked, and that it is of the right kind: ' +
    'an API key creates tokens, a results key reads.',
  token_missing:
    'Send Authorization: Bearer with the token. ' +
    'With an SDK, pass the token that your own route answers, which may have failed.',
  token_invalid:
    'The token was made for another purpose, was changed, or comes from another service. Mint a new one.',
  token_expired:
    'Mint a new token right before it is needed. Restoring the database makes older tokens void as well.',
  proof_invalid: 'Make the proof for this method, address, time and token, with a new jti (RFC 9449).',
  scope_denied: 'Create a results key with the scope that the endpoint names.',
  ip_not_allowed: 'Call from a network on the key’s list, or create a key with another list.',
  environment_mismatch: 'Use the address that the message names.',
  key_in_browser: 'A browser has seen the key. Rotate it now, and call from your backend only.',
  origin_not_allowed:
    'Add the page’s exact origin to origins of preflight; for a face check, to origins of the workflow.',
  attestation_failed: 'This is token_already_used for 0.3 clients. Mint a new token for each verify().',
  not_active_device: 'Continue on the device that has the session, or cancel the hand-off first.',
  consent_required:
    'Show the text that data.error.fields has as consent.text, and send the consent with its consent.version.',
  token_wrong_purpose:
    'Use the token that is made for this call. A hand-off token is for the phone’s own calls.',
  handoff_not_allowed: 'Publish a workflow whose hand-off policy is offer or force.',
  handoff_unconfirmed: 'First type the desktop’s number on the phone.',
  not_found:
    'Check the address and the id. Data of another organization or environment are not found either.',
  workflow_not_found: 'List the ids: npx standpoint workflows list.',
  policy_not_found: 'List the ids: npx standpoint policies list. Only published policies count.',
  session_not_found: 'Create the session first, or check the id.',
  handoff_not_found: 'Create a short code first.',
  short_code_not_found: 'Check the code. Codes are deleted after 24 hours.',
  method_not_allowed: 'Use a method of the Allow header.',
  token_already_used:
    'Mint a new token for each verify(). ' +
    'To get a lost answer again, resend the same bytes with Standpoint-Retry within 120 seconds.',
  draft_changed: 'Read it again: the answer names who saved it and when. Your own text was not stored.',
  already_reviewed: 'Read the verification or the session: it says what was decided, by whom and when.',
  sandbox_not_empty:
    'Use an organization without records: npx standpoint orgs create, then seed --org with its id.',
  backtest_needed: 'Start a back-test of the draft, wait until it is done, and publish with its id.',
  review_held:
    'A person has just decided it in the dashboard and may still take that back. Ask again after Retry-After.',
  legal_hold:
    'Nothing has to be repeated for an erasure. See the hold with GET /customers/{customer_id}/hold, ' +
    'and remove it when the case is closed.',
  handoff_claimed: 'Cancel the hand-off before making another code.',
  attempt_open: 'Submit the open attempt, or wait until its time is over.',
  session_terminal: 'Create a new portal token for a new session.',
  idempotency_in_flight: 'Wait for the first request and send this one again.',
  short_code_expired: 'Scan the code that the desktop shows now.',
  short_code_used: 'Continue on the phone that used it, or make a new code on the desktop.',
  attempt_expired: 'Open a new attempt.',
  body_too_large: 'Send no more than the maximum of the endpoint.',
  unsupported_media_type:
    'Send application/json, uncompressed (multipart/form-data for captures, image/jpeg or image/webp for a reference).',
  payload_unreadable:
    'Use a current SDK, and seal the payload to the key inside the same token. In the sandbox, data.error.fields names the part that is wrong.',
  payload_stale: 'Collect the evidence right before sending it.',
  challenge_mismatch: 'Make a payload for the same token, attempt and challenge that you send it with.',
  workflow_inactive: 'Publish it: npx standpoint workflows publish ID.',
  attempts_exhausted: 'The session is decided. Create a new portal token for a new session.',
  image_unusable: 'Read data.error.fields, and send JPEG or WebP within the limits.',
  idempotency_mismatch: 'Use a new Idempotency-Key for a different request.',
  client_required: 'Open the link in the face app; it redeems the code itself.',
  rate_limited: 'Wait as many seconds as Retry-After says. The limits are settings of the organization.',
  slow_down: 'Long-poll with wait and since instead of polling in a loop.',
  internal: 'Try again. If it fails again, look up the request_id in the log.',
  record_contradicted:
    'The row of this decision was changed outside the service. ' +
    'Do not act on it; the operator compares it with its evidence: npx standpoint evidence verify.',
  unavailable: 'Try again after Retry-After. The token was not used up.',
};
