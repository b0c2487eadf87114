import { createPublicKey, type JsonWebKey } from 'node:crypto';
import type { AuditHeadClaims, EvidenceClaims, FaceEvidenceClaims, ReviewClaims } from '@standpoint/contract';
import { canonicalParts } from './canonical.ts';
import { check } from './check.ts';
import { type KeySet, thumbprint } from './signing-keys.ts';

/** The public half of a signing key, in the form that is published. */
export interface PublicSigningKey {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  use: 'sig';
  alg: 'EdDSA';
}

/**
 * The signing key in a member of a JWK set. Null when it is not an Ed25519 signing key, or when its `kid` is
 * not its thumbprint.
 */
export function publicSigningKey(jwk: JsonWebKey | Record<string, unknown>): PublicSigningKey | null {
  const { kty, crv, x, kid, use, alg } = jwk as Record<string, unknown>;
  if (kty !== 'OKP' || crv !== 'Ed25519' || use !== 'sig' || alg !== 'EdDSA') return null;
  if (typeof x !== 'string' || typeof kid !== 'string' || thumbprint({ kty, crv, x }) !== kid) return null;
  try {
    createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
  } catch {
    return null;
  }
  return { kty, crv, x, kid, use, alg };
}

/** The `kid` in a token's header; null when there is none. It is unchecked and proves nothing. */
export function kidOf(token: string): string | null {
  try {
    const { kid } = JSON.parse(canonicalParts(token)!.header.toString()) as { kid?: unknown };
    return typeof kid === 'string' ? kid : null;
  } catch {
    return null;
  }
}

/**
 * Checks a signature over evidence with one public key, whichever service issued it; needs no database and no
 * network. Checked by the same function as every other token, but at the time of its own `iat`, because
 * evidence does not expire. Throws a Refusal.
 */
export async function checkEvidence<K extends EvidenceKind>(
  token: string,
  key: PublicSigningKey,
  kind: K,
): Promise<Signed[K] & Times> {
  const parts = canonicalParts(token);
  const said = parts && (JSON.parse(parts.payload.toString()) as Partial<Signed[K] & Times>);
  const known = { verifying: new Map([[key.kid, { kid: key.kid, public_jwk: key }]]) } as unknown as KeySet;
  const none = { verifying: new Map() } as unknown as KeySet;
  const keys = {
    of: (env: string) => (env === said?.env ? known : none),
    refresh: async () => {},
  };
  const context = { keys, issuers: [said?.iss ?? ''], now: (said?.iat ?? 0) * 1000, epoch: async () => '' };
  return (await check<Signed[K] & Times>(context, token, [kind])).claims;
}

interface Signed {
  evidence: EvidenceClaims;
  face_evidence: FaceEvidenceClaims;
  review: ReviewClaims;
  audit_head: AuditHeadClaims;
}
/** Tokens that are the signature of a record, or of the end of a chain. */
export type EvidenceKind = keyof Signed;

interface Times {
  iss: string;
  iat: number;
}
