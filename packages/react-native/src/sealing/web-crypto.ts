import type { EphemeralKey, Sealing } from './operations.ts';

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** Sealing by WebCrypto. */
export const webSealing = (subtle: SubtleCrypto): Sealing => ({
  sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)),
  agree: async ({ x, y }) => {
    const own = (await subtle.generateKey(CURVE, false, ['deriveBits'])) as CryptoKeyPair;
    const theirs = await subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, CURVE, false, []);
    const secret = await subtle.deriveBits({ name: 'ECDH', public: theirs }, own.privateKey, 256);
    const jwk = await subtle.exportKey('jwk', own.publicKey);
    const epk: EphemeralKey = { kty: 'EC', crv: 'P-256', x: jwk.x!, y: jwk.y! };
    return { epk, secret: new Uint8Array(secret) };
  },
  encrypt: async (bytes, iv, additionalData, text) => {
    const key = await subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt']);
    return new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, text));
  },
});
