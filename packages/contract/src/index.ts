import { CUSTOMERS_ENDPOINTS } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { WEBHOOK_ENDPOINTS } from './events/webhooks.ts';
import { ATTEMPT_ENDPOINTS } from './face/attempt.ts';
import { OPTICAL_ENDPOINTS } from './face/optical.ts';
import { portalToken } from './face/portal-token.ts';
import { session } from './face/session.ts';
import { sessionStatus } from './face/session-status.ts';
import { SESSIONS_ENDPOINTS } from './face/sessions.ts';
import { SHORT_CODE_ENDPOINTS } from './face/short-code.ts';
import { collect } from './geolocation/collect.ts';
import { evaluate } from './geolocation/evaluate.ts';
import { LOCATION_HANDOFF_ENDPOINTS } from './geolocation/handoff.ts';
import { preflight } from './geolocation/preflight.ts';
import { VERIFICATIONS_ENDPOINTS } from './geolocation/verifications.ts';
import { verify } from './geolocation/verify.ts';
import { REVIEWS_ENDPOINTS } from './reviews.ts';

export * from './customers.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './events/schemas.ts';
export * from './events/types.ts';
export * from './events/webhooks.ts';
export * from './face/attempt.ts';
export * from './face/optical.ts';
export * from './face/page-text-rules.ts';
export * from './face/page-texts.ts';
export * from './face/page-theme.ts';
export * from './face/portal-token.ts';
export * from './face/public-session.ts';
export * from './face/session.ts';
export * from './face/session-status.ts';
export * from './face/sessions.ts';
export * from './face/short-code.ts';
export * from './face/step-slack.ts';
export * from './face/workflow.ts';
export * from './geolocation/apps.ts';
export * from './geolocation/collect.ts';
export * from './geolocation/decision.ts';
export * from './geolocation/evaluate.ts';
export * from './geolocation/evidence.ts';
export * from './geolocation/handoff.ts';
export * from './geolocation/policy.ts';
export * from './geolocation/preflight.ts';
export * from './geolocation/signals.ts';
export * from './geolocation/verifications.ts';
export * from './geolocation/verify.ts';
export * from './ids.ts';
export * from './limits.ts';
export * from './reviews.ts';
export * from './schema.ts';
export * from './settings.ts';
export * from './tokens.ts';

/** Every endpoint with the envelope, in the order of the interface document. */
export const ENDPOINTS: readonly Endpoint[] = [
  preflight,
  collect,
  verify,
  evaluate,
  ...VERIFICATIONS_ENDPOINTS,
  ...LOCATION_HANDOFF_ENDPOINTS,
  portalToken,
  session,
  sessionStatus,
  ...ATTEMPT_ENDPOINTS,
  ...SHORT_CODE_ENDPOINTS,
  ...OPTICAL_ENDPOINTS,
  ...SESSIONS_ENDPOINTS,
  ...REVIEWS_ENDPOINTS,
  ...CUSTOMERS_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
];
