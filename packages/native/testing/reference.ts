import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';

/** References of what no package of ours does yet: the shortest code that holds the protocol. */

interface Receipt {
  receipt: string;
  jwks: { keys: (JsonWebKey & { kid: string; use: string })[] };
  issuer: string;
  organization: string;
  customer_id: string;
  now_ms: number;
}

const canonical = (part: string): boolean =>
  part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part;

/** The check of an erasure receipt, in the order of PROTOCOL.md. */
export function checkReceipt({ receipt, jwks, issuer, organization, customer_id, now_ms }: Receipt) {
  const parts = receipt.split('.');
  if (parts.length !== 3 || !parts.every(canonical)) return { error: 'malformed' };
  const [header, claims] = parts
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  if (header.alg !== 'EdDSA' || Object.keys(header).sort().join() !== 'alg,kid,typ')
    return { error: 'malformed' };
  if (header.typ !== 'erasure-receipt+jwt') return { error: 'wrong_type' };
  const jwk = jwks.keys.find(({ kid, use }) => kid === header.kid && use === 'sig');
  if (!jwk) return { error: 'unknown_key' };
  const signed = Buffer.from(parts.slice(0, 2).join('.'));
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  if (!verify(null, signed, key, Buffer.from(parts[2]!, 'base64url'))) return { error: 'bad_signature' };
  if (claims.iss !== issuer) return { error: 'wrong_issuer' };
  if (claims.exp * 1_000 <= now_ms) return { error: 'expired' };
  if (claims.aud !== organization) return { error: 'wrong_audience' };
  if (claims.sub !== customer_id) return { error: 'wrong_customer' };
  return { claims };
}

const sha256 = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** The chain over a capture, as one fold. */
export const chainOf = (nonce: string, frames: string[]): string =>
  frames
    .map((frame) => sha256(Buffer.from(frame, 'base64url')))
    .reduce((link, frame) => sha256(link, frame), sha256(Buffer.from(nonce, 'base64url')))
    .toString('hex');
