import {
  AuditHeadClaims,
  type Environment,
  ErasureReceiptClaims,
  EvidenceClaims,
  FaceEvidenceClaims,
  FaceResultClaims,
  HandoffClaims,
  IpStampClaims,
  PortalClaims,
  PreflightClaims,
  ReviewClaims,
  TOKEN_TYPES,
  type TokenKind,
  type TSchema,
  VerificationClaims,
} from '@standpoint/contract';

/** The differences between the kinds of tokens: the one table that mint and check read. */
export interface KindTraits {
  typ: string;
  claims: TSchema;
  /** Seconds. `null`: the caller of `mint` decides. */
  life_s: number | null;
  /**
   * True: tokens of this kind are void after a restore or failover, which may have forgotten that they were
   * spent. Portal tokens keep their 30 minutes (given §8).
   */
  fenced: boolean;
}

export const KINDS = {
  preflight: { typ: TOKEN_TYPES.preflight, claims: PreflightClaims, life_s: 300, fenced: true },
  ip_stamp: { typ: TOKEN_TYPES.ip_stamp, claims: IpStampClaims, life_s: 300, fenced: false },
  verification: { typ: TOKEN_TYPES.verification, claims: VerificationClaims, life_s: null, fenced: false },
  portal: { typ: TOKEN_TYPES.portal, claims: PortalClaims, life_s: 1_800, fenced: false },
  handoff: { typ: TOKEN_TYPES.handoff, claims: HandoffClaims, life_s: 900, fenced: true },
  face_result: { typ: TOKEN_TYPES.face_result, claims: FaceResultClaims, life_s: 300, fenced: false },
  erasure_receipt: {
    typ: TOKEN_TYPES.erasure_receipt,
    claims: ErasureReceiptClaims,
    life_s: null,
    fenced: false,
  },
  evidence: { typ: TOKEN_TYPES.evidence, claims: EvidenceClaims, life_s: null, fenced: false },
  face_evidence: { typ: TOKEN_TYPES.face_evidence, claims: FaceEvidenceClaims, life_s: null, fenced: false },
  review: { typ: TOKEN_TYPES.review, claims: ReviewClaims, life_s: null, fenced: false },
  audit_head: { typ: TOKEN_TYPES.audit_head, claims: AuditHeadClaims, life_s: null, fenced: false },
} as const satisfies Record<TokenKind, KindTraits>;

const LEAVING: readonly TokenKind[] = [
  'verification',
  'face_result',
  'erasure_receipt',
  'evidence',
  'face_evidence',
  'review',
  'audit_head',
];

/**
 * The audience per purpose and environment. Tokens for the integrator's backend name the organization
 * instead.
 */
export function audience(kind: TokenKind, env: Environment, org: string): string {
  return LEAVING.includes(kind) ? org : `standpoint:${kind}:${env}`;
}
