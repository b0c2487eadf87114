import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { rootOfTrust } from '../../../../testing/attestation/android-device.ts';
import {
  AT,
  certificates,
  challenge,
  changed,
  codes,
  DAY,
  factory,
  failed,
  list,
  question,
  remote,
} from '../../../../testing/attestation/android-question.ts';
import { bool, int, tlv } from '../../../../testing/attestation/der-writer.ts';
import { ANDROID, androidVectors } from '../../../../testing/attestation/vectors.ts';
import { readCertificate } from '../reading/certificate.ts';
import { codesOf } from '../report.ts';
import { GOOGLE_ROOT_KEYS } from '../roots.ts';
import { isSignedByKey, type KeyAttestationQuestion, verifyKeyAttestation } from './android-key.ts';
import { parseRevocations } from './revocation.ts';

const serialOf = (der: Buffer) => readCertificate(der).serial;

describe('a locked phone with the operator’s app', () => {
  it.each([remote, factory])('attests its key ($provisioning)', (device) => {
    const report = verifyKeyAttestation(device.chain(challenge), question);
    expect(codesOf(report), JSON.stringify(report.steps)).toEqual([]);
    expect(report.statement).toMatchObject({
      provisioning: device.provisioning,
      key: { hardwareEnforced: { origin: 'GENERATED', osPatchLevel: '202610' } },
    });
    expect(report.statement!.public_key.equals(device.pair.publicKey)).toBe(true);
  });

  it('signs with that key from then on', () => {
    const binding = randomBytes(32);
    const signature = remote.sign(binding);
    expect(isSignedByKey(remote.pair.publicKey, binding, signature)).toBe(true);
    expect(isSignedByKey(remote.pair.publicKey, randomBytes(32), signature)).toBe(false);
    expect(isSignedByKey(factory.pair.publicKey, binding, signature)).toBe(false);
    expect(isSignedByKey(remote.pair.publicKey, binding, Buffer.alloc(0))).toBe(false);
  });

  it('may have expired factory certificates, which cannot be replaced, but no other expired ones', () => {
    const later = { at_ms: AT + 60 * DAY, revocations: list({}, AT + 60 * DAY) };
    expect(failed(factory.chain(challenge), later)).toEqual([]);
    expect(failed(remote.chain(challenge), later)).toEqual(['validity']);
    expect(failed(factory.chain(challenge), { at_ms: AT - 60 * DAY })).toContain('validity');
  });

  it('may run a hardened build when the operator lists its boot key', () => {
    const chain = remote.chain(challenge, { hardware: { 704: rootOfTrust(bool(true), 1) } });
    expect(codes(chain)).toEqual(['device_integrity_low']);
    expect(codes(chain, { boot_keys: [Buffer.alloc(32, 7).toString('hex')] })).toEqual([]);
  });

  it('is malformed when it writes TRUE as 01, unless the operator allows that', () => {
    const chain = remote.chain(challenge, { hardware: { 704: rootOfTrust(tlv(1, Buffer.of(1))) } });
    expect(codes(chain)).toEqual(['attestation_malformed']);
    expect(codes(chain, { lenient_boolean: true })).toEqual([]);
  });

  it('keeps odd patch levels as a note', () => {
    const report = verifyKeyAttestation(
      changed({ hardware: { 718: int(0), 719: int(20_261_005) } })(),
      question,
    );
    expect(codesOf(report)).toEqual([]);
    expect(report.statement!.key.hardwareEnforced).toMatchObject({ bootPatchLevel: '20261005' });
    expect(report.statement!.key.hardwareEnforced).not.toHaveProperty('vendorPatchLevel');
    expect(report.statement!.notes).toEqual(['hardwareEnforced.vendorPatchLevel is no patch level']);
  });
});

describe('revocation', () => {
  const serials = certificates.slice(1).map(serialOf);
  it.each(serials)('refuses a chain with the revoked serial %s', (serial) => {
    expect(
      codes(certificates, {
        revocations: list({ [serial]: { status: 'REVOKED', reason: 'KEY_COMPROMISE' } }),
      }),
    ).toEqual(['attestation_invalid']);
  });

  it('finds a serial in whatever spelling the list uses', () => {
    const written = `00${serials[0]!.toUpperCase()}`;
    expect(codes(certificates, { revocations: list({ [written]: { status: 'REVOKED' } }) })).toEqual([
      'attestation_invalid',
    ]);
  });

  it('reviews a suspended serial, and treats an unknown status as revoked', () => {
    expect(codes(certificates, { revocations: list({ [serials[0]!]: { status: 'SUSPENDED' } }) })).toEqual([
      'device_integrity_low',
    ]);
    expect(codes(certificates, { revocations: list({ [serials[0]!]: { status: 'WITHDRAWN' } }) })).toEqual([
      'attestation_invalid',
    ]);
    expect(codes(certificates, { revocations: list({ [serials[0]!]: {} }) })).toEqual([
      'attestation_invalid',
    ]);
  });

  it('accepts no chain without a list, or with a list older than 14 days', () => {
    expect(codes(certificates, { revocations: null })).toEqual(['attestation_unavailable']);
    expect(codes(certificates, { revocations: list({}, AT - 14 * DAY) })).toEqual([]);
    expect(codes(certificates, { revocations: list({}, AT - 14 * DAY - 1) })).toEqual([
      'attestation_unavailable',
    ]);
  });

  it('reads the list’s own date, and refuses a file that is not a list', () => {
    expect(parseRevocations('{"entries":{},"fetched_at":"2026-11-20T00:00:00Z"}', 0).fetched_ms).toBe(
      AT - DAY,
    );
    for (const text of [
      '',
      '[]',
      '{}',
      '{"entries":[]}',
      '{"entries":{"zz":{}}}',
      '{"entries":{},"fetched_at":"soon"}',
    ])
      expect(() => parseRevocations(text, AT), text).toThrow();
  });
});

describe.skipIf(ANDROID.absent)('real devices', () => {
  const all = ANDROID.absent ? [] : androidVectors(ANDROID.path);
  const asked = (at_ms: number): KeyAttestationQuestion => ({
    at_ms,
    trusted: GOOGLE_ROOT_KEYS,
    revocations: 'not_asked',
    challenge: Buffer.from('challenge'),
    apps: null,
  });
  const refused = (v: (typeof all)[number]) =>
    verifyKeyAttestation(v.chain, asked(v.at_ms)).steps.flatMap(({ step, outcome }) =>
      outcome === 'fail' ? step : [],
    );

  it.each(all.filter(({ decoded }) => decoded))('reads $name as Google does', (v) => {
    expect(verifyKeyAttestation(v.chain, asked(v.at_ms)).statement!.key).toEqual(v.decoded);
  });

  it.each(all.filter(({ name }) => /akita|blueline/.test(name)))(
    'accepts $name at its own date as genuine, and reports it unlocked',
    (v) => {
      expect(refused(v)).toEqual(['device_locked', 'verified_boot']);
    },
  );

  it.each(all.filter(({ name }) => /marlin/.test(name)))(
    'refuses $name, which ends in a software root',
    (v) => {
      expect(refused(v)).toEqual(['root', 'shape', 'security_level', 'root_of_trust']);
    },
  );

  it.each(all.filter(({ name }) => /invalid/.test(name)))('calls $name malformed', (v) => {
    expect(codesOf(verifyKeyAttestation(v.chain, asked(v.at_ms)))).toEqual(['attestation_malformed']);
  });

  it.each(all.filter(({ name }) => /akita|blueline/.test(name)))(
    'refuses $name when bits are flipped or its serial is revoked',
    (v) => {
      const bad = (chain: Buffer[], change: Partial<KeyAttestationQuestion> = {}) =>
        codesOf(verifyKeyAttestation(chain, { ...asked(v.at_ms), ...change })).includes(
          'attestation_invalid',
        );
      expect(bad(v.chain)).toBe(false);
      for (const der of v.chain.slice(1))
        expect(bad(v.chain, { revocations: list({ [serialOf(der)]: { status: 'REVOKED' } }, v.at_ms) })).toBe(
          true,
        );
      for (const [i, der] of v.chain.entries())
        for (let at = 5; at < der.length; at += 61) {
          const turned = Buffer.from(der);
          turned[at]! ^= 1 << (at % 8);
          const report = codesOf(verifyKeyAttestation(v.chain.with(i, turned), asked(v.at_ms)));
          expect(
            report.some((code) => /invalid|malformed/.test(code)),
            `certificate ${i} byte ${at}`,
          ).toBe(true);
        }
    },
  );
});
