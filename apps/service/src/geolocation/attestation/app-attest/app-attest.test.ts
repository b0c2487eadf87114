import { hash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../../../../testing/counts.ts';
import {
  AppAttestDevice,
  type AttestationChange,
  DEVELOPMENT,
} from '../../../../testing/attestation/app-attest-device.ts';
import {
  AT,
  authority,
  DAY,
  data_hash,
  device,
  question,
  refusal,
  TEST_APP,
} from '../../../../testing/attestation/app-attest-question.ts';
import { cbor, cborMap, type Writable } from '../../../../testing/attestation/cbor-writer.ts';
import { APP_ATTEST, appAttestVectors } from '../../../../testing/attestation/vectors.ts';
import { mutant } from '../../../../testing/mutant.ts';
import { codesOf } from '../report.ts';
import { APPLE_RECEIPT_ROOT_SHA256, APPLE_ROOT_SHA256, PINNED } from '../roots.ts';
import { verifyAppAttestation } from './app-attest.ts';
import { verifyAppAssertion } from './assertion.ts';

it('pins the roots that Apple publishes', () => {
  expect(hash('sha256', PINNED.apple_root, 'hex')).toBe(APPLE_ROOT_SHA256);
  expect(hash('sha256', PINNED.apple_receipt_root, 'hex')).toBe(APPLE_RECEIPT_ROOT_SHA256);
});

describe('an attestation of a genuine app', () => {
  it('is accepted, and says what it attests', () => {
    const report = verifyAppAttestation(device.attest(data_hash), question);
    expect(codesOf(report), JSON.stringify(report.steps)).toEqual([]);
    expect(report.statement).toMatchObject({ app: TEST_APP, environment: 'production', counter: 0 });
    expect(report.statement!.key_id).toBe(device.key_id.toString('hex'));
  });

  it('is accepted from the sandbox’s development build there', () => {
    const bytes = device.attest(data_hash, { aaguid: DEVELOPMENT });
    expect(refusal(bytes, { environments: ['production', 'development'] })).toEqual([]);
  });

  it.each<[string, Writable]>([
    ['a number', 4],
    ['four bytes, little-endian', Buffer.of(4, 0, 0, 0)],
  ])('of iOS 27 says its category as %s', (_, category) => {
    const extensions = cbor(
      new Map<string, Writable>([
        ['apple_validation_category_01', category],
        ['apple_bundle_version_01', '7.1'],
        ['apple_cd_hash_sha256', Buffer.alloc(20)],
      ]),
    );
    for (const flags of [0x40, 0xc0]) {
      const report = verifyAppAttestation(device.attest(data_hash, { extensions, flags }), question);
      expect(codesOf(report)).toEqual([]);
      expect(report.statement).toMatchObject({
        validation_category: 4,
        bundle_version: '7.1',
        further_extensions: ['apple_cd_hash_sha256'],
      });
    }
  });
});

describe('an assertion', () => {
  const key = device.pair.publicKey;
  const asked = { client_data_hash: data_hash, apps: [TEST_APP], key, counter: 0 };
  const codes = (bytes: Buffer, change: Partial<typeof asked> = {}) =>
    codesOf(verifyAppAssertion(bytes, { ...asked, ...change }));
  const assertion = (change: AttestationChange = {}, data = data_hash) =>
    device.assert(data, { counter: 5, ...change });

  it('is accepted from the stored key', () => {
    expect(codes(assertion(), { counter: 4 })).toEqual([]);
    expect(codes(assertion({ extensions: cbor(new Map([['apple_bundle_version_01', '2']])) }))).toEqual([]);
  });

  it.each([
    ['equal', 5],
    ['lower', 6],
    ['missing', undefined],
    ['not a number', Number.NaN],
    ['negative', -1],
    ['text', '4'],
    ['null', null],
  ])('is refused when the stored counter makes it %s', (_, counter) => {
    expect(codes(assertion(), { counter: counter as number })).toEqual(['counter_not_increasing']);
  });

  it.each<[string, () => Buffer, string]>([
    ['another app', () => assertion({ app: 'A1B2C3D4E5.com.example.other' }), 'attestation_invalid'],
    ['other client data', () => assertion({}, randomBytes(32)), 'attestation_invalid'],
    [
      'another key',
      () => new AppAttestDevice(authority, TEST_APP, AT).assert(data_hash, { counter: 5 }),
      'attestation_invalid',
    ],
    ['trailing CBOR', () => Buffer.concat([assertion(), Buffer.of(0)]), 'attestation_malformed'],
    ['extensions that are not a map', () => assertion({ extensions: Buffer.of(1) }), 'attestation_malformed'],
    [
      'a field twice',
      () =>
        cborMap([
          ['signature', Buffer.alloc(70)],
          ['signature', Buffer.alloc(70)],
        ]),
      'attestation_malformed',
    ],
    ['no signature', () => cborMap([['authenticatorData', Buffer.alloc(37)]]), 'attestation_malformed'],
    ['an attestation in its place', () => device.attest(data_hash), 'attestation_malformed'],
    [
      'an empty signature',
      () =>
        cborMap([
          ['signature', Buffer.alloc(0)],
          ['authenticatorData', device.head({}, 5)],
        ]),
      'attestation_invalid',
    ],
    ['nothing', () => Buffer.alloc(0), 'attestation_malformed'],
  ])('with %s is refused', (_, make, code) => {
    expect(codes(make())).toContain(code);
  });

  it('is refused when any bit is flipped', () => {
    const bytes = assertion();
    for (let at = 0; at < bytes.length; at += tries(1, 7)) {
      const turned = Buffer.from(bytes);
      turned[at]! ^= 1 << (at % 8);
      expect(codes(turned), `byte ${at}`).not.toEqual([]);
    }
  });

  it('mutation control: an equal counter, or none, passes without the check', async () => {
    type Lax = typeof import('./assertion.ts');
    const lax = await mutant<Lax>('geolocation/attestation/app-attest/assertion.ts', [
      'const increased = known && counter > last;',
      'const increased = !(counter < last);',
    ]);
    for (const counter of [5, undefined as unknown as number])
      expect(codesOf(lax.verifyAppAssertion(assertion(), { ...asked, counter }))).toEqual([]);
  });
});

describe.skipIf(APP_ATTEST.absent)('real devices', () => {
  const all = APP_ATTEST.absent ? [] : appAttestVectors(APP_ATTEST.path);
  const attestations = all.filter(({ type }) => type === 'attestation');
  const asked = (v: (typeof all)[number]) => ({
    client_data_hash: v.client_data_hash,
    apps: [v.app],
    environments: ['development' as const],
    at_ms: v.at_ms,
    key_id: v.key_id,
  });

  it.each(attestations)('accepts $name at its own date', (v) => {
    const report = verifyAppAttestation(v.bytes, asked(v));
    expect(codesOf(report), JSON.stringify(report.steps)).toEqual([]);
    expect(report.statement!.public_key.equals(v.key)).toBe(true);
  });

  it.each(all.filter(({ type }) => type === 'assertion'))('accepts $name once', (v) => {
    const question = { client_data_hash: v.client_data_hash, apps: [v.app], key: v.key, counter: 0 };
    expect(codesOf(verifyAppAssertion(v.bytes, question))).toEqual([]);
    expect(codesOf(verifyAppAssertion(v.bytes, { ...question, counter: 1 }))).toEqual([
      'counter_not_increasing',
    ]);
  });

  it.each(attestations)(
    'refuses $name in production, too late, for other apps and with flipped bits',
    (v) => {
      const codes = (bytes: Buffer, change = {}) =>
        codesOf(verifyAppAttestation(bytes, { ...asked(v), ...change }));
      expect(codes(v.bytes, { environments: ['production'] })).not.toEqual([]);
      expect(codes(v.bytes, { at_ms: v.at_ms + 4 * DAY })).not.toEqual([]);
      expect(codes(v.bytes, { at_ms: v.at_ms - 4 * DAY })).not.toEqual([]);
      expect(codes(v.bytes, { apps: [`X${v.app}`] })).not.toEqual([]);
      expect(codes(v.bytes, { client_data_hash: randomBytes(32) })).not.toEqual([]);
      for (let at = 0; at < v.bytes.length; at += tries(41, 331)) {
        const turned = Buffer.from(v.bytes);
        turned[at]! ^= 1 << (at % 8);
        expect(codes(turned), `byte ${at}`).not.toEqual([]);
      }
    },
  );
});
