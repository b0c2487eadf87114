import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { randomBytes } from '../ids.ts';

/**
 * Encryption at rest. The root key never seals data itself: it yields one subkey per purpose (HKDF, RFC 5869),
 * and those wrap a data key per customer, so that destroying one small row makes a person's data unreadable.
 */
export interface Envelope {
  /** 32 bytes for a purpose such as `install`, `short-code`. */
  subkey(purpose: string): Buffer;
  /** A fresh data key, in clear and wrapped; `context` (org|env|customer) is bound in, so that rows cannot be swapped. */
  newDataKey(context: string): { key: Buffer; wrapped: Buffer };
  unwrap(wrapped: Uint8Array, context: string): Buffer;
}

const VERSION = 1;

/** AES-256-GCM with a random 96-bit nonce: version ‖ nonce ‖ tag ‖ ciphertext. */
export function sealBytes(key: Uint8Array, clear: Uint8Array | string, aad: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(aad));
  const body = typeof clear === 'string' ? cipher.update(clear, 'utf8') : cipher.update(clear);
  cipher.final();
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
}

/** Opens what `sealBytes` made; throws when key, context or bytes differ. */
export function openBytes(key: Uint8Array, sealed: Uint8Array, aad: string): Buffer {
  if (sealed[0] !== VERSION || sealed.length < 29) throw new Error('sealed bytes have an unknown form');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(aad));
  decipher.setAuthTag(sealed.subarray(13, 29));
  return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]);
}

export const sealJson = (key: Uint8Array, value: unknown, aad: string): Buffer =>
  sealBytes(key, JSON.stringify(value), aad);

export const openJson = <T>(key: Uint8Array, sealed: Uint8Array, aad: string): T =>
  JSON.parse(openBytes(key, sealed, aad).toString('utf8')) as T;

export function openEnvelope(rootKey: Uint8Array): Envelope {
  const subkeys = new Map<string, Buffer>();
  const subkey = (purpose: string): Buffer => {
    let key = subkeys.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', rootKey, '', `standpoint ${purpose}`, 32));
      subkeys.set(purpose, key);
    }
    return key;
  };
  return {
    subkey,
    newDataKey(context) {
      const key = randomBytes(32);
      return { key, wrapped: sealBytes(subkey('wrap'), key, `data-key|${context}`) };
    },
    unwrap: (wrapped, context) => openBytes(subkey('wrap'), wrapped, `data-key|${context}`),
  };
}
