import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../../../../testing/counts.ts';
import {
  AndroidDevice,
  APP,
  keyDescription,
  rootOfTrust,
} from '../../../../testing/attestation/android-device.ts';
import {
  AT,
  certificates,
  challenge,
  changed,
  codes,
  DAY,
  failed,
  question,
  remote,
} from '../../../../testing/attestation/android-question.ts';
import { CN, certificate, ecKey } from '../../../../testing/attestation/certificates.ts';
import {
  bool,
  enumValue,
  int,
  nullValue,
  octetString,
  seq,
  setOf,
  tagged,
} from '../../../../testing/attestation/der-writer.ts';
import { mutant } from '../../../../testing/mutant.ts';
import { codesOf } from '../report.ts';
import { GOOGLE_ROOT_KEYS } from '../roots.ts';
import { type KeyAttestationQuestion, verifyKeyAttestation } from './android-key.ts';
import { ATTESTATION_OID } from './chain.ts';

const rogue = ecKey();
const extended = (extension: Buffer | null): Buffer[] => {
  const leaf = certificate({
    subject: [[CN, 'Android Keystore Key']],
    issuer: [[CN, 'Android Keystore Key']],
    key: rogue.publicKey,
    signer: remote.pair.privateKey,
    from_ms: 0,
    until_ms: AT + DAY,
    extensions: extension ? [[ATTESTATION_OID, extension]] : [],
  });
  return [leaf, ...certificates];
};

const MUTATIONS: Record<string, [make: () => Buffer[], code: string]> = {
  'another challenge': [() => remote.chain(randomBytes(32)), 'attestation_invalid'],
  'a shorter challenge': [changed({ challenge: challenge.subarray(0, 31) }), 'attestation_invalid'],
  'no challenge': [changed({ challenge: Buffer.alloc(0) }), 'attestation_invalid'],
  'an attacker’s root with the same name': [changed({ root_key: rogue }), 'attestation_invalid'],
  'an attestation certificate signed by another key': [
    changed({ attestation_signer: rogue }),
    'attestation_invalid',
  ],
  'copied issuer names throughout': [() => new AndroidDevice(AT).chain(challenge), 'attestation_invalid'],
  'an intermediate of another issuer': [
    changed({ intermediate_issuer: [[CN, 'Another issuer']] }),
    'attestation_invalid',
  ],
  'an expired device certificate': [changed({ attestation_until_ms: AT - DAY }), 'attestation_invalid'],
  'a device certificate not valid yet': [changed({ attestation_from_ms: AT + DAY }), 'attestation_invalid'],
  'a chain extended by a key with its own description': [
    () => extended(keyDescription(challenge)),
    'attestation_invalid',
  ],
  'a chain extended by a key without a description': [() => extended(null), 'attestation_invalid'],
  'the description above the leaf only': [
    () => remote.chain(challenge, { extension: null, above: [[ATTESTATION_OID, keyDescription(challenge)]] }),
    'attestation_invalid',
  ],
  'a description in two certificates': [
    () => remote.chain(challenge, { above: [[ATTESTATION_OID, keyDescription(challenge)]] }),
    'attestation_invalid',
  ],
  'no description': [changed({ extension: null }), 'attestation_malformed'],
  'the description after another identifier': [
    () =>
      remote.chain(challenge, {
        extension: null,
        above: [['1.3.6.1.4.1.11129.2.1.18', keyDescription(challenge)]],
      }),
    'attestation_malformed',
  ],
  'the root left out': [() => certificates.slice(0, -1), 'attestation_invalid'],
  'the leaf left out': [() => certificates.slice(1), 'attestation_invalid'],
  'one certificate left out': [() => certificates.filter((_, i) => i !== 2), 'attestation_invalid'],
  'two certificates': [() => certificates.slice(0, 2), 'attestation_malformed'],
  'eleven certificates': [() => Array.from({ length: 11 }, () => certificates[0]!), 'attestation_malformed'],
  'no certificate': [() => [], 'attestation_malformed'],
  'the certificates in reverse order': [() => [...certificates].reverse(), 'attestation_invalid'],
  'bytes after a certificate': [
    () => certificates.map((der, i) => (i === 1 ? Buffer.concat([der, Buffer.of(0)]) : der)),
    'attestation_malformed',
  ],
  'a software key': [changed({ levels: [0, 0] }), 'attestation_invalid'],
  'a software attestation of a hardware key': [changed({ levels: [0, 1] }), 'attestation_invalid'],
  'a TEE attestation of a StrongBox key': [changed({ levels: [1, 2] }), 'attestation_invalid'],
  'an unknown security level': [changed({ levels: [3, 3] }), 'attestation_malformed'],
  'an imported key': [changed({ hardware: { 702: int(2) } }), 'attestation_invalid'],
  'an origin that only software states': [
    changed({ hardware: { 702: null }, software: { 702: int(0) } }),
    'attestation_invalid',
  ],
  'a root of trust that only software states': [
    changed({ hardware: { 704: null }, software: { 704: rootOfTrust() } }),
    'attestation_invalid',
  ],
  'an unlocked device': [changed({ hardware: { 704: rootOfTrust(bool(false)) } }), 'device_integrity_low'],
  'a self-signed system': [
    changed({ hardware: { 704: rootOfTrust(bool(true), 1) } }),
    'device_integrity_low',
  ],
  'an unverified system': [
    changed({ hardware: { 704: rootOfTrust(bool(true), 2) } }),
    'device_integrity_low',
  ],
  'a failed boot': [changed({ hardware: { 704: rootOfTrust(bool(true), 3) } }), 'device_integrity_low'],
  'an unknown boot state': [
    changed({ hardware: { 704: rootOfTrust(bool(true), 4) } }),
    'attestation_malformed',
  ],
  'a key that may not sign': [changed({ hardware: { 1: setOf(int(0)) } }), 'device_integrity_low'],
  'another package': [changed({ packages: ['com.example.other'] }), 'app_not_recognized'],
  'a second package with the same user id': [
    changed({ packages: [APP.package, 'com.example.other'] }),
    'app_not_recognized',
  ],
  'no package': [changed({ packages: [] }), 'app_not_recognized'],
  'another signing certificate': [changed({ digests: [Buffer.alloc(32)] }), 'app_not_recognized'],
  'one additional signing certificate': [
    changed({ digests: [Buffer.from(APP.digests[0]!, 'hex'), Buffer.alloc(32)] }),
    'app_not_recognized',
  ],
  'no signing certificate': [changed({ digests: [] }), 'app_not_recognized'],
  'no application id': [changed({ software: { 709: null } }), 'app_not_recognized'],
  'an unknown tag': [changed({ hardware: { 999: nullValue() } }), 'attestation_malformed'],
  'a duplicate tag': [changed({ hardware_tail: tagged(704, rootOfTrust()) }), 'attestation_malformed'],
  'a description with bytes after it': [
    changed({ extension: Buffer.concat([keyDescription(challenge), Buffer.of(0)]) }),
    'attestation_malformed',
  ],
  'a description with another structure': [changed({ extension: seq(int(1)) }), 'attestation_malformed'],
  'a description that ends early': [
    changed({ extension: keyDescription(challenge).subarray(0, -1) }),
    'attestation_malformed',
  ],
  'an untagged authorization': [
    changed({ hardware_tail: octetString(Buffer.alloc(1)) }),
    'attestation_malformed',
  ],
  'a root of trust with a fifth part': [
    changed({
      hardware: {
        704: seq(
          octetString(Buffer.alloc(32)),
          bool(true),
          enumValue(0),
          octetString(Buffer.alloc(32)),
          int(1),
        ),
      },
    }),
    'attestation_malformed',
  ],
};

describe('a changed chain', () => {
  it('is tried in at least 30 ways', () => {
    expect(Object.keys(MUTATIONS).length).toBeGreaterThanOrEqual(30);
  });

  it.each(Object.entries(MUTATIONS))('is refused: %s', (_, [make, code]) => {
    expect(codes(make())).toContain(code);
  });

  it('is refused with the reason names of Google’s verifier', () => {
    const detail = (chain: Buffer[]) =>
      verifyKeyAttestation(chain, question).steps.find(({ step }) => step === 'extension')!.detail;
    expect(detail(extended(keyDescription(challenge)))).toBe(
      'CHAIN_EXTENDED_WITH_FAKE_ATTESTATION_EXTENSION',
    );
    expect(detail(extended(null))).toBe('CHAIN_EXTENDED_FOR_KEY');
    expect(detail(changed({ extension: null })())).toBe('TARGET_MISSING_ATTESTATION_EXTENSION');
  });

  it('is refused when any bit of any certificate is flipped', () => {
    // In `npm test` a third of these bytes, from another one each time.
    const step = tries(7, 21);
    for (const [i, der] of certificates.entries())
      for (let at = randomInt(step); at < der.length; at += step) {
        const turned = Buffer.from(der);
        turned[at]! ^= 1 << (at % 8);
        expect(codes(certificates.with(i, turned)), `certificate ${i} byte ${at}`).not.toEqual([]);
      }
  });

  it('is refused by the pinned roots when it ends in another root', () => {
    expect(failed(certificates, { trusted: GOOGLE_ROOT_KEYS })).toEqual(['root']);
  });

  const CHAIN = 'geolocation/attestation/android-key/chain.ts';
  const KEY = 'geolocation/attestation/android-key/android-key.ts';
  it.each<[string, string, string, string, string]>([
    [
      'the root',
      'copied issuer names throughout',
      CHAIN,
      'trusted.includes(keyDigest(root)) && isIssuedBy(root, root)',
      'isIssuedBy(root, root)',
    ],
    [
      'the challenge',
      'another challenge',
      KEY,
      'found.length === challenge.length && timingSafeEqual(found, challenge)',
      'true',
    ],
    [
      'the place of the description',
      'a description in two certificates',
      CHAIN,
      'const elsewhere = above.some(Boolean);',
      'const elsewhere = false;',
    ],
    ['dates', 'an expired device certificate', CHAIN, '!early && !late, detail', 'true, detail'],
    ['the lock', 'an unlocked device', KEY, "'device_locked', trust.deviceLocked", "'device_locked', true"],
    ['the boot state', 'an unverified system', KEY, "'verified_boot', booted", "'verified_boot', true"],
    [
      'every digest',
      'one additional signing certificate',
      KEY,
      'signed.every((digest) => digests.has(digest))',
      'signed.some((digest) => digests.has(digest))',
    ],
    [
      'every package',
      'a second package with the same user id',
      KEY,
      'names.every((name)',
      'names.some((name)',
    ],
  ])('would pass without the check of %s', async (_, mutation, file, from, to) => {
    const lax = await mutant<{ chainSteps: unknown } & typeof import('./android-key.ts')>(file, [from, to]);
    const verify =
      file === KEY
        ? lax.verifyKeyAttestation
        : (
            await mutant<typeof import('./android-key.ts')>(KEY, [
              'const provisioning = chainSteps(',
              'const provisioning = (question as never as { chain: typeof chainSteps }).chain(',
            ])
          ).verifyKeyAttestation;
    const asked = { ...question, chain: lax.chainSteps } as KeyAttestationQuestion;
    expect(codesOf(verify(MUTATIONS[mutation]![0](), asked))).toEqual([]);
  });
});
