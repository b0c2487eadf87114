import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { describe, expect, test } from 'vitest';
import { attestationBinding as ofService } from '../../../../apps/service/src/geolocation/attestation/binding.ts';
import { fromBase64url, textOf, toBase64url, utf8 } from './bytes.ts';
import { openCryptography } from './cryptography.ts';
import type { Cryptography } from './operations.ts';
import { attestationBinding, seal } from './seal.ts';

const random = { getRandomValues: (array: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(array) };
const KINDS: [string, Cryptography][] = [
  ['WebCrypto', openCryptography()],
  ['JavaScript', openCryptography(random)],
];

const recipient = async () => {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  const { x, y } = await exportJWK(publicKey);
  return { privateKey, enc: { kid: 'enc-1', x: x!, y: y! } };
};

describe.each(KINDS)('sealing by %s', (_, cryptography) => {
  test('makes a JWE that an independent library opens', async () => {
    const { privateKey, enc } = await recipient();
    const core = JSON.stringify({ text: 'Größe 東京 🙂', lat: 1.25 });
    const sealed = await seal(cryptography, {
      claims: { jti: 'jti-1', enc },
      path: '/geolocation/verify',
      core,
      integrity: { kind: 'none' },
      sdk: 'react-native/0.5.0',
    });
    const { plaintext, protectedHeader } = await compactDecrypt(sealed, privateKey);
    expect(JSON.parse(Buffer.from(plaintext).toString())).toEqual({ core, integrity: { kind: 'none' } });
    expect(protectedHeader).toMatchObject({
      sp_jti: 'jti-1',
      sp_path: '/geolocation/verify',
      sp_sdk: 'react-native/0.5.0',
    });
    expect(protectedHeader).not.toHaveProperty('sp_origin');
  });

  test('refuses a payload key that is not on the curve', async () => {
    const { enc } = await recipient();
    const off = { ...enc, y: toBase64url(fromBase64url(enc.y).map((byte) => byte ^ 1)) };
    await expect(cryptography.agree(off)).rejects.toThrow();
  });

  test('binds an attestation to the same bytes as the service', async () => {
    const claims = { jti: 'jti-1', attestation_challenge: 'nonce-1' };
    for (const core of ['{}', '{"a":"ü"}', '{"lat":1e-7}']) {
      const binding = await attestationBinding(cryptography, claims, core);
      expect(Buffer.from(binding)).toEqual(ofService(claims, core));
    }
  });
});

test('agrees with WebCrypto on the secret of two fresh keys', async () => {
  const [[, web], [, pure]] = KINDS as [[string, Cryptography], [string, Cryptography]];
  const { privateKey, enc } = await recipient();
  for (const cryptography of [web, pure]) {
    const { epk, secret } = await cryptography.agree(enc);
    const theirs = await crypto.subtle.importKey(
      'jwk',
      epk,
      { name: 'ECDH', namedCurve: 'P-256' },
      false,
      [],
    );
    const same = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, privateKey, 256);
    expect(Buffer.from(secret)).toEqual(Buffer.from(same));
  }
});

test('says what is missing when nothing provides random numbers, and never uses Math.random', () => {
  const guess = Math.random;
  Math.random = () => {
    throw new Error('guessed');
  };
  try {
    expect(() => openCryptography({} as never)).toThrow(
      /^config_invalid: no crypto\.getRandomValues: import react-native-get-random-values first/,
    );
    expect(openCryptography(random).random(16)).toHaveLength(16);
  } finally {
    Math.random = guess;
  }
});

test('reads and writes base64url and UTF-8 as Node does', () => {
  for (let length = 0; length < 70; length++) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    const text = Buffer.from(bytes).toString('base64url');
    expect(toBase64url(bytes)).toBe(text);
    expect(fromBase64url(text)).toEqual(bytes);
    expect(fromBase64url(Buffer.from(bytes).toString('base64'))).toEqual(bytes);
  }
  for (const text of ['', 'abc', '%41', 'é€😀', '\u0000\u007f']) {
    expect(Buffer.from(utf8(text)).toString()).toBe(text);
    expect(textOf(utf8(text))).toBe(text);
  }
  expect(() => fromBase64url('a*b')).toThrow(TypeError);
  expect(() => textOf(Uint8Array.of(0xff))).toThrow();
});
