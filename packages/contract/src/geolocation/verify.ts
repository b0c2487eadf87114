import { endpoint, WITH_BODY, WITH_TOKEN } from '../endpoint.ts';
import { CAPS } from '../limits.ts';
import { closed, id, jwt, optional, type Static, Type, timestamp } from '../schema.ts';
import { Check, GeolocationDecision, Reason } from './decision.ts';
import { Evidence } from './evidence.ts';

export const VerifyBody = closed({
  /** Compact JWE, sealed to the service's payload key. */
  payload: optional(Type.String({ minLength: 1, maxLength: CAPS.evidence_body_bytes.most })),
  /** Unsealed evidence; sandbox only. */
  evidence: optional(Evidence),
});
export type VerifyBody = Static<typeof VerifyBody>;

/** A phone may take over: show `url` as a QR code, poll with `next_token`, then verify with it. */
export const HandoffOffer = closed({
  /** 16 Crockford symbols (80 bits). */
  code: Type.String(),
  /** `{face_base}/h#CODE`: the fragment never reaches a log or a link preview. */
  url: Type.String(),
  expires_at: timestamp(),
});
export type HandoffOffer = Static<typeof HandoffOffer>;

/** For the integrator while they test: every reason, also those that a client is never told. */
export const SandboxAnswer = closed({
  /** The check behind each reason, the strictest first. */
  reasons: Type.Array(Check),
});
export type SandboxAnswer = Static<typeof SandboxAnswer>;

export const VerifyAnswer = closed({
  verification_id: id('ver'),
  decision: GeolocationDecision,
  livemode: Type.Boolean(),
  reasons: Type.Array(Reason),
  /**
   * Signed decision (`verification+jwt`); the backend checks it offline against the JWKS. Absent for `retry`.
   */
  result_token: optional(jwt()),
  expires_at: timestamp(),
  soft_expires_at: timestamp(),
  next_check_in_s: Type.Integer({ minimum: 0 }),
  recheck_on: Type.Array(Type.String()),
  install_id: optional(Type.String()),
  /** A new single-use token for the same transaction; only with `retry`. */
  next_token: optional(jwt()),
  /** A phone may take over; only with `retry`, and bound to `next_token`. */
  handoff: optional(HandoffOffer),
  /** Sandbox only. */
  sandbox: optional(SandboxAnswer),
});
export type VerifyAnswer = Static<typeof VerifyAnswer>;

export const verify = endpoint({
  name: 'verify',
  method: 'POST',
  path: '/geolocation/verify',
  summary: 'Spend a preflight token on one decision about where the device stands.',
  given: '1.1, 5.5, 7.1, 8',
  credential: ['preflight'],
  limit: 'verify_address',
  limit_by: 'address',
  customer_limit: 'verify_customer',
  retry_grace_s: 120,
  cors: 'token',
  body: VerifyBody,
  max_body: 'evidence_body_bytes',
  answer: VerifyAnswer,
  errors: [
    ...WITH_TOKEN,
    ...WITH_BODY,
    'origin_not_allowed',
    'token_already_used',
    'attestation_failed',
    'policy_not_found',
    'payload_unreadable',
    'challenge_mismatch',
  ],
});

export const VERIFY_ENDPOINTS = [verify] as const;
