import { hash } from 'node:crypto';

/**
 * The bytes that a device attests or signs: `SHA-256("sp-geo-v1\n" + jti + "\n" + attestation_challenge +
 * "\n" + hex(SHA-256(core)))`, 32 bytes. They bind the attestation to the single-use token and to the exact
 * bytes of the evidence. JSON is never parsed and serialised again here, because its numbers have several
 * spellings.
 */
export function attestationBinding(
  { jti, attestation_challenge }: { jti: string; attestation_challenge: string },
  core: string,
): Buffer {
  const text = ['sp-geo-v1', jti, attestation_challenge, hash('sha256', core, 'hex')].join('\n');
  return hash('sha256', text, 'buffer');
}
