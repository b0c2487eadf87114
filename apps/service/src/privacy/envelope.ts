import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { randomBytes } from '../chance.ts';

/**
 * Encryption at rest. The root key never seals data itself: it yields one subkey per purpose (HKDF, RFC
 * 5869). One of these wraps a data key per customer, so destroying one small row makes a person's data
 * unreadable. Keys are key objects, because Node takes 10 µs longer for each call with a key as bytes.
 */
export interface Envelope {
  /** A key of 256 bits for a purpose such as `install` or `short-code`. */
  subkey(purpose: string): KeyObject;
  /**
   * A new data key, in clear and wrapped. `context` (org|env|customer) is bound in, so that rows cannot be
   * swapped.
   */
  newDataKey(context: string): { key: KeyObject; wrapped: Buffer };
  unwrap(wrapped: Uint8Array, context: string): KeyObject;
}

const VERSION = 1;

/** Seals with AES-256-GCM and a random 96-bit nonce: version ‖ nonce ‖ tag ‖ ciphertext. */
export function sealBytes(key: KeyObject, clear: Uint8Array | string, aad: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(aad));
  const body = typeof clear === 'string' ? cipher.update(clear, 'utf8') : cipher.update(clear);
  cipher.final();
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
}

/** Opens the result of `sealBytes`. Throws when key, context or bytes differ. */
export function openBytes(key: KeyObject, sealed: Uint8Array, aad: string): Buffer {
  if (sealed[0] !== VERSION || sealed.length < 29) throw new Error('sealed bytes have an unknown form');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(aad));
  decipher.setAuthTag(sealed.subarray(13, 29));
  return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]);
}

export const sealJson = (key: KeyObject, value: unknown, aad: string): Buffer =>
  sealBytes(key, JSON.stringify(value), aad);

export const openJson = <T>(key: KeyObject, sealed: Uint8Array, aad: string): T =>
  JSON.parse(openBytes(key, sealed, aad).toString('utf8')) as T;

/** Purpose of the subkey that wraps data keys. */
export const WRAPPING = 'wrap';

/** For a worker thread that has only this subkey; all other code asks the envelope. */
const unwrapDataKey = (wrapping: KeyObject, wrapped: Uint8Array, context: string): KeyObject =>
  createSecretKey(openBytes(wrapping, wrapped, `data-key|${context}`));

export function openEnvelope(rootKey: Uint8Array): Envelope {
  const subkeys = new Map<string, KeyObject>();
  const subkey = (purpose: string): KeyObject => {
    let key = subkeys.get(purpose);
    if (!key) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', rootKey, '', `standpoint ${purpose}`, 32)));
      subkeys.set(purpose, key);
    }
    return key;
  };
  return {
    subkey,
    newDataKey(context) {
      const key = randomBytes(32);
      return { key: createSecretKey(key), wrapped: sealBytes(subkey(WRAPPING), key, `data-key|${context}`) };
    },
    unwrap: (wrapped, context) => unwrapDataKey(subkey(WRAPPING), wrapped, context),
  };
}
