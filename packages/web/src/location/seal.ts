import type { Evidence, PreflightClaims } from '@standpoint/contract';
import { textToBase64url, toBase64url } from '../base64url.ts';
import { fail } from '../errors.ts';
import { SDK_VERSION } from '../version.ts';

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const ENC = 'A256GCM';
/** WebCrypto puts the tag behind the ciphertext. */
const TAG_BYTES = 16;

/**
 * Concat KDF (RFC 7518 §4.6.2, NIST SP 800-56A) for 256 bits of direct agreement: one round of
 * SHA-256(counter ‖ Z ‖ AlgorithmID ‖ PartyUInfo ‖ PartyVInfo ‖ SuppPubInfo), with the infos of both parties
 * empty.
 */
const deriveKey = async (secret: ArrayBuffer): Promise<CryptoKey> => {
  const input = new Uint8Array(4 + 32 + 4 + ENC.length + 4 + 4 + 4);
  // Each number is 32 bits, big-endian: 1, the length of ENC, and 256.
  input[3] = 1;
  input.set(new Uint8Array(secret), 4);
  input[39] = ENC.length;
  input.set(new TextEncoder().encode(ENC), 40);
  input[57] = 1;
  return crypto.subtle.importKey('raw', await crypto.subtle.digest('SHA-256', input), 'AES-GCM', false, [
    'encrypt',
  ]);
};

const agree = async (recipient: PreflightClaims['enc']) => {
  const ephemeral = await crypto.subtle.generateKey(CURVE, false, ['deriveBits']);
  const theirs = await crypto.subtle
    .importKey('jwk', { kty: 'EC', crv: 'P-256', x: recipient.x, y: recipient.y }, CURVE, false, [])
    .catch((cause) => fail('token_invalid', { detail: 'enc is no key,', cause }));
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', ephemeral.publicKey);
  const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, ephemeral.privateKey, 256);
  return { epk: { kty, crv, x, y }, key: await deriveKey(secret) };
};

/**
 * Seals evidence to the service's payload key: compact JWE (RFC 7516), ECDH-ES on P-256 directly, A256GCM.
 * The header binds it to one token and one call; `core` stays the exact text that an attestation can bind.
 */
export const seal = async (
  evidence: Evidence,
  claims: Pick<PreflightClaims, 'jti' | 'enc'>,
  path: '/geolocation/verify' | '/geolocation/evaluate' | '/geolocation/handoff/verify',
): Promise<string> => {
  const { epk, key } = await agree(claims.enc);
  const header = textToBase64url(
    JSON.stringify({
      alg: 'ECDH-ES',
      enc: ENC,
      kid: claims.enc.kid,
      epk,
      sp_jti: claims.jti,
      sp_htm: 'POST',
      sp_path: path,
      sp_origin: location.origin,
      sp_sdk: `web/${SDK_VERSION}`,
    }),
  );
  const text = new TextEncoder();
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const content = JSON.stringify({ core: JSON.stringify(evidence), integrity: { kind: 'none' } });
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: text.encode(header) },
      key,
      text.encode(content),
    ),
  );
  const parts = [iv, sealed.subarray(0, -TAG_BYTES), sealed.subarray(-TAG_BYTES)];
  return [header, '', ...parts.map(toBase64url)].join('.');
};
