import { nullable } from '../geolocation/decision.ts';
import { closed, id, oneOf, optional, type Static, Type, timestamp } from '../schema.ts';

export const SESSION_STATUSES = [
  'created',
  'in_progress',
  'processing',
  'completed',
  'expired',
  'canceled',
  'failed',
] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];
export const SESSION_PHASES = [
  'none',
  'consent',
  'permission',
  'handoff_wait',
  'handoff_active',
  'capture',
  'uploading',
] as const;
export type SessionPhase = (typeof SESSION_PHASES)[number];
export const HANDOFF_STATES = [
  'none',
  'issued',
  'redeemed',
  'confirmed',
  'completed',
  'aborted',
  'revoked',
  'expired',
] as const;
export type HandoffState = (typeof HANDOFF_STATES)[number];
export const OPTICAL_STATES = ['wanted', 'paired', 'skipped'] as const;
export type OpticalState = (typeof OPTICAL_STATES)[number];
export const FACE_DECISIONS = ['approved', 'declined', 'review'] as const;
export type FaceDecision = (typeof FACE_DECISIONS)[number];

/** State of optical pairing. Present only if the workflow asks for it and the hand-off is confirmed. */
export const optical = optional(oneOf(...OPTICAL_STATES));

/** The client's view: no scores, no personal data and no reasons that would help an attacker. */
export const publicSession = {
  session_id: id('fcs'),
  status: oneOf(...SESSION_STATUSES),
  phase: oneOf(...SESSION_PHASES),
  attempts_used: Type.Integer(),
  attempts_max: Type.Integer(),
  last_error: nullable(closed({ code: Type.String(), retryable: Type.Boolean() })),
  expires_at: timestamp(),
  /** Increases with every change; also the ETag of the status. */
  version: Type.Integer(),
  livemode: Type.Boolean(),
};

export const PublicSession = closed({
  ...publicSession,
  handoff: closed({ state: oneOf(...HANDOFF_STATES), optical }),
});
export type PublicSession = Static<typeof PublicSession>;
