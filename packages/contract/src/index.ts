import { CUSTOMERS_ENDPOINTS } from './customers.ts';
import { ABOUT_CUSTOMER_ENDPOINTS } from './dashboard/customers.ts';
import { DEVELOPER_ENDPOINTS } from './dashboard/developer.ts';
import { EXPLAINED_ENDPOINTS } from './dashboard/explained.ts';
import { FIRST_RUN_ENDPOINTS } from './dashboard/first-run.ts';
import { FRAMES_ENDPOINTS } from './dashboard/frames.ts';
import { HOME_ENDPOINTS } from './dashboard/home.ts';
import { ME_ENDPOINTS } from './dashboard/me.ts';
import { MIRRORS } from './dashboard/mirrors.ts';
import { PROJECT_ENDPOINTS } from './dashboard/project.ts';
import { PROVIDER_ENDPOINTS } from './dashboard/provider.ts';
import { RECORD_ENDPOINTS } from './dashboard/record.ts';
import { REVIEW_QUEUE_ENDPOINTS } from './dashboard/review-queue.ts';
import { ROWS_ENDPOINTS } from './dashboard/rows.ts';
import { BACKTEST_ENDPOINTS } from './dashboard/rules/backtests.ts';
import { POLICY_ENDPOINTS } from './dashboard/rules/policies.ts';
import { WORKFLOWS_ENDPOINTS } from './dashboard/rules/workflows.ts';
import { AUDIT_ENDPOINTS } from './dashboard/running/audit-log.ts';
import { DELIVERIES_ENDPOINTS } from './dashboard/running/deliveries.ts';
import { LIVE_ENDPOINTS } from './dashboard/running/live.ts';
import { SYSTEM_ENDPOINTS } from './dashboard/running/system.ts';
import { SANDBOX_ENDPOINTS } from './dashboard/sandbox.ts';
import { TEAM_ENDPOINTS } from './dashboard/team.ts';
import type { Endpoint } from './endpoint.ts';
import { WEBHOOK_ENDPOINTS } from './events/webhooks.ts';
import { ATTEMPT_ENDPOINTS } from './face/attempt.ts';
import { CONSENT_ENDPOINTS } from './face/consent.ts';
import { OPTICAL_ENDPOINTS } from './face/optical.ts';
import { PORTAL_TOKEN_ENDPOINTS } from './face/portal-token.ts';
import { SESSION_ENDPOINTS } from './face/session.ts';
import { SESSION_STATUS_ENDPOINTS } from './face/session-status.ts';
import { SESSIONS_ENDPOINTS } from './face/sessions.ts';
import { SHORT_CODE_ENDPOINTS } from './face/short-code.ts';
import { COLLECT_ENDPOINTS } from './geolocation/collect.ts';
import { EVALUATE_ENDPOINTS } from './geolocation/evaluate.ts';
import { LOCATION_HANDOFF_ENDPOINTS } from './geolocation/handoff.ts';
import { PREFLIGHT_ENDPOINTS } from './geolocation/preflight.ts';
import { VERIFICATIONS_ENDPOINTS } from './geolocation/verifications.ts';
import { VERIFY_ENDPOINTS } from './geolocation/verify.ts';
import { HOLDS_ENDPOINTS } from './holds.ts';
import { PORTABLE_ENDPOINTS } from './portable.ts';
import { REVIEWS_ENDPOINTS } from './reviews.ts';

export * from './customers.ts';
export * from './dashboard/customers.ts';
export * as developer from './dashboard/developer.ts';
export * as explained from './dashboard/explained.ts';
export * from './dashboard/first-run.ts';
export * as frames from './dashboard/frames.ts';
export * from './dashboard/home.ts';
export * from './dashboard/me.ts';
export * from './dashboard/mirrors.ts';
export * as outlines from './dashboard/outlines.ts';
export * from './dashboard/person.ts';
export * as project from './dashboard/project.ts';
export * from './dashboard/provider.ts';
export * as record from './dashboard/record.ts';
export * as reviewing from './dashboard/review-queue.ts';
export * from './dashboard/roles.ts';
export * from './dashboard/rows.ts';
export * as backtests from './dashboard/rules/backtests.ts';
export * as policies from './dashboard/rules/policies.ts';
export * as workflows from './dashboard/rules/workflows.ts';
export * from './dashboard/running/audit-log.ts';
export * from './dashboard/running/deliveries.ts';
export * from './dashboard/running/live.ts';
export * from './dashboard/running/system.ts';
export * as sandbox from './dashboard/sandbox.ts';
export * as team from './dashboard/team.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './events/schemas.ts';
export * from './events/types.ts';
export * from './events/webhooks.ts';
export * from './face/attempt.ts';
export * from './face/clip.ts';
export * from './face/consent.ts';
export * from './face/optical.ts';
export * from './face/page-text-rules.ts';
export * from './face/page-texts.ts';
export * from './face/page-theme.ts';
export * from './face/portal-token.ts';
export * from './face/preview.ts';
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
export * from './holds.ts';
export * from './ids.ts';
export * from './limits.ts';
export * from './portable.ts';
export * from './reviews.ts';
export * from './schema.ts';
export * from './settings.ts';
export * from './tokens.ts';

/** Every endpoint for integrators: the files in the order of the interface document. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...PREFLIGHT_ENDPOINTS,
  ...COLLECT_ENDPOINTS,
  ...VERIFY_ENDPOINTS,
  ...EVALUATE_ENDPOINTS,
  ...VERIFICATIONS_ENDPOINTS,
  ...LOCATION_HANDOFF_ENDPOINTS,
  ...PORTAL_TOKEN_ENDPOINTS,
  ...SESSION_ENDPOINTS,
  ...SESSION_STATUS_ENDPOINTS,
  ...CONSENT_ENDPOINTS,
  ...ATTEMPT_ENDPOINTS,
  ...SHORT_CODE_ENDPOINTS,
  ...OPTICAL_ENDPOINTS,
  ...SESSIONS_ENDPOINTS,
  ...REVIEWS_ENDPOINTS,
  ...CUSTOMERS_ENDPOINTS,
  ...HOLDS_ENDPOINTS,
  ...PORTABLE_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
];

/** The dashboard's own API: for people who are signed in, and for the links that bring them there. */
export const DASHBOARD_ENDPOINTS: readonly Endpoint[] = [
  ...FIRST_RUN_ENDPOINTS,
  ...PROVIDER_ENDPOINTS,
  ...ME_ENDPOINTS,
  ...TEAM_ENDPOINTS,
  ...DEVELOPER_ENDPOINTS,
  ...PROJECT_ENDPOINTS,
  ...POLICY_ENDPOINTS,
  ...BACKTEST_ENDPOINTS,
  ...REVIEW_QUEUE_ENDPOINTS,
  ...EXPLAINED_ENDPOINTS,
  ...RECORD_ENDPOINTS,
  ...FRAMES_ENDPOINTS,
  ...HOME_ENDPOINTS,
  ...SANDBOX_ENDPOINTS,
  ...LIVE_ENDPOINTS,
  ...ROWS_ENDPOINTS,
  ...DELIVERIES_ENDPOINTS,
  ...AUDIT_ENDPOINTS,
  ...SYSTEM_ENDPOINTS,
  ...WORKFLOWS_ENDPOINTS,
  ...ABOUT_CUSTOMER_ENDPOINTS,
  ...MIRRORS.map(({ endpoint }) => endpoint),
];
