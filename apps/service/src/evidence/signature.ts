import { createHash } from 'node:crypto';
import { checkEvidence, type EvidenceKind, kidOf, type PublicSigningKey } from '../tokens/check-evidence.ts';

/** Signed decisions, like erasure receipts, are asked for years later. */
export const SIGNATURE_LIFE_S = 10 * 365 * 86_400;

/** SHA-256 of the record's UTF-8 bytes, base64url. */
export const recordDigest = (text: string): string => createHash('sha256').update(text).digest('base64url');

export interface SignatureStep {
  outcome: 'valid' | 'invalid' | 'unknown_key';
  kid: string | null;
  /** `from_bundle`: only the file itself vouches for the key. */
  key: 'pinned' | 'from_bundle' | null;
  issuer: string | null;
  signed_at: string | null;
}

/** The fields that evidence files of both areas have. */
export interface SignedFile {
  record: string;
  signature: string;
  jwk: PublicSigningKey | null;
}

/**
 * Checks that the signature of a file covers its record and names the same ids. `pinned`: the trusted keys.
 * Without them the file's own key is used, which proves that nothing was altered but not who signed.
 */
export async function signatureStep(
  file: SignedFile,
  kind: EvidenceKind,
  names: Record<string, string>,
  pinned: PublicSigningKey[] | null,
): Promise<SignatureStep> {
  const kid = kidOf(file.signature);
  const found = pinned ? pinned.find((key) => key.kid === kid) : file.jwk;
  const step: SignatureStep = { outcome: 'invalid', kid, key: null, issuer: null, signed_at: null };
  if (!found) return { ...step, outcome: 'unknown_key' };
  step.key = pinned ? 'pinned' : 'from_bundle';
  try {
    const claims = await checkEvidence(file.signature, found, kind);
    const said = claims as unknown as Record<string, unknown>;
    const same =
      said.sha256 === recordDigest(file.record) &&
      Object.entries(names).every(([name, value]) => said[name] === value);
    const signed_at = new Date(claims.iat * 1000).toISOString();
    return { ...step, outcome: same ? 'valid' : 'invalid', issuer: claims.iss, signed_at };
  } catch {
    return step;
  }
}
