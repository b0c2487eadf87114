import type { CapKey, LimitKey } from './limits.ts';

/** What each rate counts. */
export const RATE_WORDS: Record<LimitKey, string> = {
  preflight: 'preflight calls, per API key',
  portal: 'portal tokens, per API key',
  verify_customer: 'verify, per customer; production only',
  verify_address: 'verify, per address',
  collect_address: 'collect, per address',
  results: 'calls with a results key, per key',
  face_token: 'calls of the face app, per token',
  short_code_write: 'short codes created or refreshed, per token',
  optical_code: 'moving codes shown, per token',
  optical_sighting: 'moving codes seen, per token',
  session_status: 'polls without news, per token',
  short_code_miss: 'wrong short codes, per address',
  public_address: 'calls without a credential, per address; not of `/healthz` and `/readyz`',
  failed_credential: 'calls whose credential proves nothing, per address',
  package_token: 'calls for packages, and whole megabytes of them, per package token',
  dashboard: 'calls of a signed-in person, per session',
  sign_in: 'attempts to sign in or to use a link, per account and per address',
  demo_address: 'tokens of the demo shop, per address',
  demo: 'tokens of the demo shop, over all addresses',
};

/** What each size or count is of. */
export const SIZE_WORDS: Record<CapKey, string> = {
  body_bytes: 'JSON body of any other endpoint',
  preflight_body_bytes: 'body of preflight',
  portal_body_bytes: 'body of the portal token',
  evidence_body_bytes:
    'body of verify, collect, evaluate, the phone of a location check, and a workflow’s draft',
  policy_body_bytes: 'a policy with its shapes, and GeoJSON, in the dashboard',
  capture_body_bytes: 'all parts of a capture together',
  frame_bytes: 'each frame of a capture; a face reference',
  clip_bytes: 'the clip of a capture: small pictures, one after the other',
  frame_pixels: 'width × height of such a picture, by its header',
  short_codes_per_session: 'short codes of one face session',
};
