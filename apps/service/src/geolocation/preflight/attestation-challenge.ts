import { hash } from 'node:crypto';

/**
 * The nonce that a device attests. It is derived from the jti, so spending the token also spends the nonce,
 * and no second ledger can be raced (given §9: bound to a single-use attestation nonce).
 */
export const attestationChallenge = (jti: string): string =>
  hash('sha256', `standpoint attestation v1\n${jti}`, 'base64url');
