import type { PreflightClaims } from '@standpoint/contract';
import type { Bytes } from './bytes.ts';

/** Where randomness and, if there is any, WebCrypto come from: `globalThis.crypto`, or a module shaped like it. */
export interface CryptoSource {
  /** Fills the array from the system's generator. */
  getRandomValues(array: Bytes): unknown;
  subtle?: SubtleCrypto;
}

/** The three operations that sealing needs. */
export interface Sealing {
  sha256(bytes: Bytes): Promise<Bytes>;
  /** Makes an ephemeral key, and the secret that it shares with the recipient. */
  agree(recipient: Pick<PreflightClaims['enc'], 'x' | 'y'>): Promise<{ epk: EphemeralKey; secret: Bytes }>;
  /** AES-256-GCM: the ciphertext, followed by the tag of 16 bytes. */
  encrypt(key: Bytes, iv: Bytes, additional: Bytes, text: Bytes): Promise<Bytes>;
}

export interface EphemeralKey {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
}

export interface Cryptography extends Sealing {
  random(length: number): Bytes;
}
