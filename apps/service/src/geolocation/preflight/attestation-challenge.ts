import { hash } from 'node:crypto';

/**
 * The nonce that a device attests. Derived from the jti: whoever spends the token spends the nonce with it,
 * and there is no second ledger to race (given §9: bound to a single-use attestation nonce).
 */
export const attestationChallenge = (jti: string): string =>
  hash('sha256', `standpoint attestation v1\n${jti}`, 'base64url');
