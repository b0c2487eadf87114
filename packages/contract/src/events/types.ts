/** Event types (interface §6). `schemas.ts` says what each of them holds. */
export const EVENT_TYPES = [
  'geolocation.verification.completed',
  'geolocation.verification.review_required',
  'geolocation.verification.reviewed',
  'geolocation.install.shared',
  'geolocation.handoff.redeemed',
  'geolocation.handoff.denied',
  'facecheck.session.created',
  'facecheck.session.started',
  'facecheck.session.handoff_redeemed',
  'facecheck.session.handoff_denied',
  'facecheck.session.submitted',
  'facecheck.session.completed',
  'facecheck.session.review_required',
  'facecheck.session.reviewed',
  'facecheck.session.expired',
  'facecheck.session.canceled',
  'facecheck.session.failed',
  'facecheck.session.redacted',
  'webhook.disabled',
  'audit.head',
  'customer.erased',
  'policy.published',
  'workflow.published',
  'key.misused',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
