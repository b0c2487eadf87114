import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { attestationBinding } from './binding.ts';

const claims = { jti: '0193f0c8-0000-7000-8000-000000000001', attestation_challenge: 'challenge' };

it('follows the published formula byte for byte', () => {
  const core = '{"lat":40.71280,"lng":-74.0060}';
  const digest = createHash('sha256').update(core).digest('hex');
  const text = `sp-geo-v1\n${claims.jti}\nchallenge\n${digest}`;
  expect(attestationBinding(claims, core)).toEqual(createHash('sha256').update(text).digest());
  // A test vector for authors of clients.
  expect(attestationBinding(claims, core).toString('hex')).toBe(
    'a690ede32059792a5bc46ae4f377664596c9de3c00a7ef3679a3450ae32abff7',
  );
});

it('differs when the token, the challenge or one byte of the evidence differs', () => {
  const all = [
    attestationBinding(claims, '{"a":1}'),
    attestationBinding(claims, '{"a":1.0}'),
    attestationBinding({ ...claims, jti: 'other' }, '{"a":1}'),
    attestationBinding({ ...claims, attestation_challenge: 'other' }, '{"a":1}'),
  ].map((binding) => binding.toString('hex'));
  expect(new Set(all).size).toBe(4);
});
