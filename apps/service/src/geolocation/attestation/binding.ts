import { hash } from 'node:crypto';

/**
 * What a device attests or signs:
 * `SHA-256("sp-geo-v1\n" + jti + "\n" + attestation_challenge + "\n" + hex(SHA-256(core)))`, 32 bytes. Bound
 * to the token (single use) and to the very bytes of the evidence: nothing is ever written again from parsed
 * JSON, where numbers have several spellings.
 */
export function attestationBinding(
  { jti, attestation_challenge }: { jti: string; attestation_challenge: string },
  core: string,
): Buffer {
  const text = ['sp-geo-v1', jti, attestation_challenge, hash('sha256', core, 'hex')].join('\n');
  return hash('sha256', text, 'buffer');
}
