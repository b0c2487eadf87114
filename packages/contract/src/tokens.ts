import { Assurance } from './geolocation/decision.ts';
import {
  country,
  id,
  oneOf,
  optional,
  type Static,
  sha256Base64url,
  subdivision,
  type TSchema,
  Type,
} from './schema.ts';

/** `typ` of every kind of JWT (interface §3, RFC 8725 §3.11): a token works for one purpose only. */
export const TOKEN_TYPES = {
  preflight: 'preflight+jwt',
  ip_stamp: 'ip-stamp+jwt',
  verification: 'verification+jwt',
  portal: 'portal+jwt',
  handoff: 'handoff+jwt',
  face_result: 'face-result+jwt',
  erasure_receipt: 'erasure-receipt+jwt',
  evidence: 'evidence+jwt',
  face_evidence: 'face-evidence+jwt',
  review: 'review+jwt',
  audit_head: 'audit-head+jwt',
} as const;
export type TokenKind = keyof typeof TOKEN_TYPES;

const registered = {
  iss: Type.String(),
  aud: Type.String(),
  jti: Type.String(),
  iat: Type.Integer(),
  exp: Type.Integer(),
  org: id('org'),
  env: oneOf('production', 'sandbox'),
};

/** Every claims schema refuses unknown claims: a token with others was not made by this service. */
const claims = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object({ ...registered, ...properties }, { additionalProperties: false });

export const PayloadKey = Type.Object({ kid: Type.String(), x: Type.String(), y: Type.String() });

export const PreflightClaims = claims({
  sub: Type.String(),
  customer_id: Type.String(),
  transaction_type: Type.String(),
  transaction_name: optional(Type.String()),
  transaction_id: optional(Type.String()),
  expected_jurisdiction: optional(Type.Object({ country: country(), subdivision: optional(subdivision()) })),
  sdk: oneOf('0.3', '0.5'),
  attestation_challenge: Type.String(),
  install_id: optional(Type.String()),
  policy: optional(Type.String()),
  origins: optional(Type.Array(Type.String())),
  epoch: Type.String(),
  /** The service's payload key, so that the client needs no further request. */
  enc: PayloadKey,
  /**
   * Name and e-mail, sealed with AES-256-GCM, AAD = jti. The interface puts them into the claims; sealed,
   * they cannot be read from a logged token.
   */
  pii: optional(Type.String()),
  root_jti: optional(Type.String()),
  root_iat: optional(Type.Integer()),
  hop: optional(Type.Integer({ minimum: 1, maximum: 3 })),
});
export type PreflightClaims = Static<typeof PreflightClaims>;

export const IpStampClaims = claims({ sub: Type.String(), token_jti: Type.String(), ip: Type.String() });
export type IpStampClaims = Static<typeof IpStampClaims>;

export const VerificationClaims = claims({
  sub: Type.String(),
  verification_id: id('ver'),
  decision: oneOf('pass', 'fail', 'review'),
  reason_codes: Type.Array(Type.String()),
  jurisdiction: Type.Object({
    country: Type.Union([Type.String(), Type.Null()]),
    subdivision: Type.Union([Type.String(), Type.Null()]),
    /** The state that claims or controls the place beside `country`, which follows ISO 3166. */
    disputed: optional(Type.Object({ by: Type.String() })),
  }),
  /** Facts that vouch for the position. None implies another: test for the one you need with `includes`. */
  assurance: Assurance,
  transaction_type: Type.String(),
  transaction_id: optional(Type.String()),
  install_id: optional(Type.String()),
});
export type VerificationClaims = Static<typeof VerificationClaims>;

export const PortalClaims = claims({
  sub: Type.String(),
  customer_id: Type.String(),
  workflow_id: id('wf'),
  workflow_version: Type.Integer(),
  origins: Type.Array(Type.String()),
  epoch: Type.String(),
});
export type PortalClaims = Static<typeof PortalClaims>;

/** RFC 7800 confirmation: thumbprint (RFC 7638) of the key that redeemed. */
const confirmation = optional(Type.Object({ jkt: Type.String() }));

/** A phone's token for one face session. */
export const FaceHandoffClaims = claims({
  session_id: id('fcs'),
  handoff_id: id('hnd'),
  cnf: confirmation,
  epoch: Type.String(),
});

/** A phone's token for one decision about where it stands. The customer's identity stays on the server. */
export const LocationHandoffClaims = claims({
  scope: Type.Literal('location'),
  handoff_id: id('hnd'),
  /** Number of the phone's earlier tries. */
  hop: Type.Integer({ minimum: 0, maximum: 2 }),
  attestation_challenge: Type.String(),
  enc: PayloadKey,
  cnf: confirmation,
  epoch: Type.String(),
});
export type LocationHandoffClaims = Static<typeof LocationHandoffClaims>;

/** One kind of token for both areas. `scope` says which area, and the token opens only that area's routes. */
export const HandoffClaims = Type.Union([FaceHandoffClaims, LocationHandoffClaims]);
export type HandoffClaims = Static<typeof HandoffClaims>;

export const FaceResultClaims = claims({
  sub: Type.String(),
  session_id: id('fcs'),
  workflow_id: id('wf'),
  decision: oneOf('approved', 'declined', 'review'),
});
export type FaceResultClaims = Static<typeof FaceResultClaims>;

/** Signed statement that a person's data was erased, with the number of deleted rows of each kind. */
export const ErasureReceiptClaims = claims({
  sub: Type.String(),
  erased_at: Type.String(),
  verifications: Type.Integer(),
  sessions: Type.Integer(),
  frames: Type.Integer(),
  /** Absent in receipts of versions that had no templates. */
  templates: optional(Type.Integer()),
});
export type ErasureReceiptClaims = Static<typeof ErasureReceiptClaims>;

/** Signed statement that a decision and everything it was made from have this digest. It gives no access. */
export const EvidenceClaims = claims({
  verification_id: id('ver'),
  /** SHA-256 of the record's bytes, base64url. */
  sha256: sha256Base64url(),
});
export type EvidenceClaims = Static<typeof EvidenceClaims>;

/** The same for one judged attempt of a face session. */
export const FaceEvidenceClaims = claims({
  session_id: id('fcs'),
  attempt_id: id('fca'),
  sha256: sha256Base64url(),
});
export type FaceEvidenceClaims = Static<typeof FaceEvidenceClaims>;

/** The same for one answer of a review. `id`: the verification or session that it is about. */
export const ReviewClaims = claims({
  review_id: id('rev'),
  id: Type.String(),
  sha256: sha256Base64url(),
});
export type ReviewClaims = Static<typeof ReviewClaims>;

/**
 * Signed statement of where the audit chain of an organization ended. It leaves the database, so that an entry
 * which is cut off afterwards is missed.
 */
export const AuditHeadClaims = claims({
  /** The number of entries up to this one, which is the last. */
  seq: Type.Integer({ minimum: 1 }),
  audit_id: id('aud'),
  /** The hash of its link, base64url. */
  hash: sha256Base64url(),
});
export type AuditHeadClaims = Static<typeof AuditHeadClaims>;
