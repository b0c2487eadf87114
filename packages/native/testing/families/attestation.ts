import { createHash } from 'node:crypto';
import { attestationBinding } from '../../../../apps/service/src/geolocation/attestation/binding.ts';
import { attestationChallenge } from '../../../../apps/service/src/geolocation/preflight/attestation-challenge.ts';
import { type Case, familyOf } from '../family.ts';
import { uuidOf } from '../keys.ts';
import { CORE } from './sealing.ts';

const bound = (name: string, why: string, change: { jti?: string; core?: string } = {}): Case => {
  const { jti = uuidOf('preflight'), core = CORE } = change;
  const attestation_challenge = attestationChallenge(jti);
  const binding = attestationBinding({ jti, attestation_challenge }, core);
  const core_sha256 = createHash('sha256').update(core).digest('hex');
  return {
    name,
    why,
    input: { jti, attestation_challenge, core },
    expect: {
      core_sha256,
      text: ['sp-geo-v1', jti, attestation_challenge, core_sha256].join('\n'),
      binding: binding.toString('hex'),
      app_attest: { client_data_hash: binding.toString('hex') },
      android_key_attestation: { attestation_challenge: binding.toString('hex') },
      play_integrity: { request_hash: binding.toString('base64url') },
    },
  };
};

export const attestation = familyOf(
  'attestation',
  'Make the 32 bytes that a device attests or signs: SHA-256 of `text` in UTF-8. App Attest takes them as ' +
    '`clientDataHash`, Android as `attestationChallenge` or as the bytes to sign, Play Integrity as ' +
    '`requestHash` in base64url. `core` is the sealed text, byte for byte.',
  [
    bound('an honest device', ''),
    bound('another token', 'The binding is spent with its token.', { jti: uuidOf('another') }),
    bound('one digit of the position changed', 'A recording cannot be moved.', {
      core: CORE.replace('40.7128', '40.7129'),
    }),
    bound(
      'the same position in another spelling',
      'Bytes are bound, not values: nothing is parsed and written again.',
      { core: CORE.replace('40.7128', '40.71280') },
    ),
    bound('a blank more', '', { core: CORE.replace(',', ', ') }),
    bound('text of any script', 'Hashed as UTF-8.', { core: CORE.replace('fused', 'füsed 电') }),
  ],
);
