import type { JsonWebKey } from 'node:crypto';
import { compactVerify, EmbeddedJWK } from 'jose';
import { parseJson } from '../json.ts';
import { refuse } from '../refuse.ts';
import { canonicalParts } from './canonical.ts';
import { thumbprint } from './signing-keys.ts';

const MAX_PROOF_LENGTH = 4_096;
const PUBLIC_MEMBERS = new Set(['kty', 'crv', 'x', 'y', 'kid', 'use', 'alg', 'key_ops', 'ext']);

/**
 * Opens a proof: a compact JWS with its own public key, P-256 or Ed25519, and a header of exactly `{typ:
 * "dpop+jwt", alg, jwk}`. Returns its claims and the thumbprint of its key (RFC 7638), or refuses it with 401
 * `proof_invalid`.
 */
export async function openProof(proof: string): Promise<{ claims: Record<string, unknown>; jkt: string }> {
  const parts = proof.length <= MAX_PROOF_LENGTH ? canonicalParts(proof) : null;
  if (!parts) return invalid('not a canonical compact JWS');
  const { typ, alg: _, jwk, ...others } = readJson(parts.header);
  if (typ !== 'dpop+jwt' || Object.keys(others).length > 0) invalid('header');
  if (typeof jwk !== 'object' || jwk === null) return invalid('jwk');
  // A private member in the header would reveal the key to every log on the way.
  if (Object.keys(jwk).some((name) => !PUBLIC_MEMBERS.has(name))) invalid('jwk members');
  await compactVerify(proof, EmbeddedJWK, { algorithms: ['ES256', 'EdDSA'] }).catch((cause) =>
    invalid('signature', cause),
  );
  return { claims: readJson(parts.payload), jkt: thumbprint(jwk as JsonWebKey) };
}

function invalid(reason: string, cause?: unknown): never {
  return refuse('proof_invalid', reason, { cause });
}

function readJson(bytes: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch (cause) {
    return invalid('not strict JSON', cause);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return invalid('not an object');
  return value as Record<string, unknown>;
}
