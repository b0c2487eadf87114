import type { ErrorCode } from '@standpoint/contract';

/** Everything that can go wrong for a person, each with its own text (`texts/`) and a way out. */
export const PROBLEMS = [
  'camera_permission_denied',
  'camera_permission_dismissed',
  'camera_policy_blocked',
  'camera_insecure_context',
  'camera_not_found',
  'camera_in_use',
  'camera_overconstrained',
  'camera_low_spec',
  'camera_interrupted',
  'webview_no_camera',
  'unsupported_browser',
  'connection_lost',
  'upload_lost',
  'service_unavailable',
  'too_many_requests',
  'token_expired',
  'link_invalid',
  'other_device_active',
  'attempt_open',
  'attempt_expired',
  'attempt_refused',
  'attempts_exhausted',
  'processing_slow',
  'idle',
  'code_expired',
  'code_used',
  'code_unknown',
  'code_needs_page',
  'handoff_wrong_number',
  'handoff_timed_out',
  'handoff_revoked',
  'handoff_not_allowed',
  'internal',
] as const;
export type Problem = (typeof PROBLEMS)[number];

export const CAMERA_PROBLEMS: readonly Problem[] = PROBLEMS.slice(0, 10);

/** A way out that a button offers. */
export type WayOut =
  | 'camera'
  | 'phone'
  | 'reload'
  | 'upload'
  | 'new_tab'
  | 'browser'
  | 'copy'
  | 'here'
  | 'leave';

/**
 * Ways out, best first: of those that lead somewhere here, the page shows one main action and one
 * alternative. If the list is empty, the text says what to do elsewhere.
 */
export const WAYS_OUT: Record<Problem, readonly WayOut[]> = {
  camera_permission_denied: ['camera', 'phone'],
  camera_permission_dismissed: ['camera', 'phone'],
  camera_policy_blocked: ['new_tab', 'phone'],
  camera_insecure_context: ['leave'],
  camera_not_found: ['phone', 'camera'],
  camera_in_use: ['camera', 'phone'],
  camera_overconstrained: ['camera', 'phone'],
  camera_low_spec: ['phone', 'camera'],
  camera_interrupted: ['camera', 'phone'],
  webview_no_camera: ['new_tab', 'browser', 'copy', 'phone', 'camera', 'leave'],
  unsupported_browser: ['phone', 'leave'],
  connection_lost: ['reload', 'leave'],
  upload_lost: ['upload', 'leave'],
  service_unavailable: ['reload', 'leave'],
  too_many_requests: ['reload', 'leave'],
  token_expired: [],
  link_invalid: [],
  other_device_active: ['reload'],
  attempt_open: ['camera', 'leave'],
  attempt_expired: ['camera', 'leave'],
  attempt_refused: ['camera', 'leave'],
  attempts_exhausted: ['reload'],
  processing_slow: ['reload'],
  idle: ['reload', 'leave'],
  code_expired: [],
  code_used: ['reload'],
  code_unknown: [],
  code_needs_page: ['reload'],
  handoff_wrong_number: [],
  handoff_timed_out: [],
  handoff_revoked: [],
  handoff_not_allowed: ['here', 'leave'],
  internal: ['reload', 'leave'],
};

/**
 * Maps the service's error codes to problems of this page. A code that the person cannot act on is
 * `internal`.
 */
const REFUSALS: Partial<Record<ErrorCode, Problem>> = {
  token_missing: 'link_invalid',
  token_invalid: 'link_invalid',
  token_expired: 'token_expired',
  proof_invalid: 'other_device_active',
  not_active_device: 'other_device_active',
  attempt_open: 'attempt_open',
  attempt_expired: 'attempt_expired',
  challenge_mismatch: 'attempt_refused',
  image_unusable: 'attempt_refused',
  invalid_request: 'internal',
  attempts_exhausted: 'attempts_exhausted',
  handoff_not_allowed: 'handoff_not_allowed',
  handoff_unconfirmed: 'handoff_timed_out',
  handoff_not_found: 'handoff_revoked',
  short_code_not_found: 'code_unknown',
  short_code_expired: 'code_expired',
  short_code_used: 'code_used',
  client_required: 'code_needs_page',
  origin_not_allowed: 'link_invalid',
  token_wrong_purpose: 'link_invalid',
  environment_mismatch: 'link_invalid',
  rate_limited: 'too_many_requests',
  slow_down: 'too_many_requests',
  unavailable: 'service_unavailable',
  body_too_large: 'attempt_refused',
};

export const problemOf = (code: string): Problem =>
  code === 'connection_lost' ? 'connection_lost' : (REFUSALS[code as ErrorCode] ?? 'internal');
