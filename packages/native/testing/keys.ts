import { createECDH, createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import type { EcKey } from '../../../apps/service/src/cli/conformance/seal.ts';
import { ulid } from '../../../apps/service/src/ids.ts';
import { type KeyRing, type KeySet, setOfTwo } from '../../../apps/service/src/tokens/signing-keys.ts';

/** The world of the vectors: fixed keys, a fixed clock and fixed names. None of the keys is in use anywhere. */

export const NOW_MS = Date.parse('2026-11-21T12:00:00.000Z');
export const NOW_S = NOW_MS / 1_000;
export const BASE = 'https://id.example';
export const SANDBOX_BASE = 'https://sandbox.id.example';

/** 32 bytes that depend on the name alone. */
export const bytesOf = (name: string): Buffer =>
  createHash('sha256').update(`standpoint vectors v1: ${name}`).digest();

export const idOf = (prefix: string, name: string): string =>
  `${prefix}_${ulid(NOW_MS, bytesOf(name).subarray(0, 10))}`;

/** A UUID, as jti and attempt ids are. */
export const uuidOf = (name: string): string => {
  const hex = bytesOf(name).toString('hex');
  return [8, 4, 4, 4, 12]
    .map((length, at) => hex.slice([0, 8, 12, 16, 20][at], [0, 8, 12, 16, 20][at]! + length))
    .join('-');
};

export const ORG = idOf('org', 'organization');

/** The fixed beginning of an Ed25519 private key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export const ed25519 = (name: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, bytesOf(name)]), format: 'der', type: 'pkcs8' });

/** The P-256 key of a scalar; all coordinates have 32 bytes. */
export function p256(scalar: Buffer): EcKey {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(scalar);
  const point = pair.getPublicKey();
  return {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: scalar.toString('base64url'),
  };
}

/** The service's private key for payloads, per environment. */
export const payloadKey = (env: Environment): EcKey => p256(bytesOf(`payload key of ${env}`));

const setOf = (env: Environment): KeySet =>
  setOfTwo(ed25519(`signing key of ${env}`), createPrivateKey({ key: payloadKey(env), format: 'jwk' }));

const sets = { production: setOf('production'), sandbox: setOf('sandbox') };
export const RING: KeyRing = { of: (env) => sets[env], refresh: async () => undefined };
export const jwksOf = (env: Environment) => RING.of(env).jwks;

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A compact JWS over any header and claims, which may be text. */
export function signed(header: object | string, claims: object | string, key: KeyObject): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}

export const claimsIn = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
export const headerIn = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString());

/** The token with other claims or header members, signed again by the key of its environment. */
export function resigned(token: string, claims: object, header: object = {}, key?: KeyObject): string {
  const all = { ...claimsIn(token), ...claims };
  return signed(
    { ...headerIn(token), ...header },
    all,
    key ?? RING.of((all as { env: Environment }).env).active.private_key,
  );
}

/** The same token with a changed signature. */
export const tampered = (token: string): string => {
  const [head, body, signature] = token.split('.') as [string, string, string];
  return `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
};
