import type { Integrity, PreflightClaims } from '@standpoint/contract';
import { type Bytes, hexOf, toBase64url, utf8 } from './bytes.ts';
import type { Cryptography } from './operations.ts';

const ENC = 'A256GCM';

/** Concat KDF (RFC 7518 §4.6.2) for 256 bits of direct agreement, with the infos of both parties empty. */
const keyInput = (secret: Bytes): Bytes => {
  const input = new Uint8Array(4 + 32 + 4 + ENC.length + 4 + 4 + 4);
  const view = new DataView(input.buffer);
  view.setUint32(0, 1);
  input.set(secret, 4);
  view.setUint32(36, ENC.length);
  input.set(utf8(ENC), 40);
  view.setUint32(input.length - 4, 256);
  return input;
};

export interface Sealed {
  claims: Pick<PreflightClaims, 'jti' | 'enc'>;
  /** The call that will open it. */
  path: '/geolocation/verify' | '/geolocation/evaluate';
  /** JSON text of the evidence: an attestation binds its exact bytes. */
  core: string;
  integrity: Integrity;
  /** Who seals: `react-native/0.5.0`. */
  sdk: string;
}

/**
 * Seals evidence to the service's payload key: compact JWE (RFC 7516), ECDH-ES on P-256 directly, A256GCM. The
 * header binds it to one token and one call. There is no `sp_origin`: an app has none.
 */
export const seal = async (
  cryptography: Cryptography,
  { claims, path, core, integrity, sdk }: Sealed,
): Promise<string> => {
  const { epk, secret } = await cryptography.agree(claims.enc);
  const key = await cryptography.sha256(keyInput(secret));
  const header = toBase64url(
    utf8(
      JSON.stringify({
        alg: 'ECDH-ES',
        enc: ENC,
        kid: claims.enc.kid,
        epk,
        sp_jti: claims.jti,
        sp_htm: 'POST',
        sp_path: path,
        sp_sdk: sdk,
      }),
    ),
  );
  const iv = cryptography.random(12);
  const content = utf8(JSON.stringify({ core, integrity }));
  const sealed = await cryptography.encrypt(key, iv, utf8(header), content);
  const tagAt = sealed.length - 16;
  const parts = [iv, sealed.subarray(0, tagAt), sealed.subarray(tagAt)].map(toBase64url);
  return [header, '', ...parts].join('.');
};

/**
 * The 32 bytes that a device attests: `SHA-256("sp-geo-v1\n" + jti + "\n" + attestation_challenge + "\n" +
 * hex(SHA-256(core)))`. They bind the attestation to the single-use token and to the exact bytes of the evidence.
 */
export const attestationBinding = async (
  { sha256 }: Pick<Cryptography, 'sha256'>,
  { jti, attestation_challenge }: Pick<PreflightClaims, 'jti' | 'attestation_challenge'>,
  core: string,
): Promise<Bytes> => {
  const digest = hexOf(await sha256(utf8(core)));
  return sha256(utf8(['sp-geo-v1', jti, attestation_challenge, digest].join('\n')));
};
