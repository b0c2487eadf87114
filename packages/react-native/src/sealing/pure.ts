import { gcm } from '@noble/ciphers/aes.js';
import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { type Bytes, fromBase64url, toBase64url } from './bytes.ts';
import type { Sealing } from './operations.ts';

/** P-256 keys are made from more bytes than they have, so that each is equally likely (FIPS 186-5 A.2.1). */
const SEED_BYTES = 48;

interface KeyPair {
  secretKey: Uint8Array;
  publicKey: Uint8Array;
}

/**
 * Sealing in JavaScript. All randomness comes from the caller, none from the library. `makeKey` is replaced by the
 * vectors of the protocol alone, whose ephemeral keys are fixed.
 */
export const pureSealing = (
  random: (length: number) => Bytes,
  makeKey: (seed: Bytes) => KeyPair = p256.keygen,
): Sealing => ({
  sha256: async (bytes) => sha256(bytes) as Bytes,
  agree: async ({ x, y }) => {
    const { secretKey, publicKey } = makeKey(random(SEED_BYTES));
    const theirs = Uint8Array.from([4, ...fromBase64url(x), ...fromBase64url(y)]);
    // Refuses a point that is not on the curve. The first byte says only which half `y` lies in.
    const secret = p256.getSharedSecret(secretKey, theirs).slice(1) as Bytes;
    const own = p256.Point.fromBytes(publicKey).toBytes(false);
    const [ownX, ownY] = [own.subarray(1, 33), own.subarray(33)];
    return { epk: { kty: 'EC', crv: 'P-256', x: toBase64url(ownX), y: toBase64url(ownY) }, secret };
  },
  encrypt: async (key, iv, additional, text) => gcm(key, iv, additional).encrypt(text) as Bytes,
});
