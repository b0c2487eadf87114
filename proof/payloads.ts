import { createCipheriv, createECDH, createHash, randomBytes, randomUUID } from 'node:crypto';
import { browserEvidence, claimsOf } from '../apps/service/testing/browser-payload.ts';

/** A sealed payload, and the attempt it names for the `Standpoint-Retry` header. */
export interface SealedPayload {
  payload: string;
  attempt_id: string;
}

const own = createECDH('prime256v1');
const point = own.generateKeys();
const epk = {
  kty: 'EC',
  crv: 'P-256',
  x: point.subarray(1, 33).toString('base64url'),
  y: point.subarray(33).toString('base64url'),
};
const contentKeys = new Map<string, Buffer>();

/**
 * The content key of ECDH-ES direct agreement (RFC 7518 §4.6.2). One ephemeral key serves this whole
 * process, because one per payload would cost more than all the rest. The service derives the key every
 * time, so it sees no difference.
 */
function contentKey(enc: { kid: string; x: string; y: string }): Buffer {
  const known = contentKeys.get(enc.kid);
  if (known) return known;
  const theirs = Buffer.concat([
    Buffer.of(4),
    Buffer.from(enc.x, 'base64url'),
    Buffer.from(enc.y, 'base64url'),
  ]);
  const word = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const algorithm = Buffer.from('A256GCM');
  const info = [word(algorithm.length), algorithm, word(0), word(0), word(256)];
  const key = createHash('sha256')
    .update(Buffer.concat([word(1), own.computeSecret(theirs), ...info]))
    .digest();
  contentKeys.set(enc.kid, key);
  return key;
}

const template = browserEvidence();

/**
 * Fresh evidence of an honest browser in New York, sealed to the key in the token. No two payloads are
 * equal.
 */
export function sealFresh(token: string): SealedPayload {
  const { jti, enc } = claimsOf(token);
  const attempt_id = randomUUID();
  const now = Date.now();
  const position = {
    ...template.positions![0],
    accuracy_m: 20 + Math.random(),
    measured_at: new Date(now - 500).toISOString(),
  };
  const evidence = {
    ...template,
    jti,
    attempt_id,
    collected_at: new Date(now).toISOString(),
    positions: [position],
    clock: { ...template.clock, epoch_ms: now, monotonic_ms: 1_000 + Math.random() * 1_000 },
  };
  const header = Buffer.from(
    JSON.stringify({
      alg: 'ECDH-ES',
      enc: 'A256GCM',
      kid: enc.kid,
      epk,
      sp_jti: jti,
      sp_htm: 'POST',
      sp_path: '/geolocation/verify',
      sp_sdk: 'web/0.5.0',
    }),
  ).toString('base64url');
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', contentKey(enc), iv);
  cipher.setAAD(Buffer.from(header));
  const content = JSON.stringify({ core: JSON.stringify(evidence), integrity: { kind: 'none' } });
  const sealed = Buffer.concat([cipher.update(content, 'utf8'), cipher.final()]);
  const parts = [iv, sealed, cipher.getAuthTag()].map((bytes) => bytes.toString('base64url'));
  return { payload: [header, '', ...parts].join('.'), attempt_id };
}
