import { hash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../../../../testing/counts.ts';
import {
  AppAttestDevice,
  appleLikeAuthority,
  attestationObject,
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
import { CN, ecKey } from '../../../../testing/attestation/certificates.ts';
import { octetString, seq, tagged } from '../../../../testing/attestation/der-writer.ts';
import { mutant } from '../../../../testing/mutant.ts';
import { codesOf } from '../report.ts';
import { PINNED } from '../roots.ts';
import { type AttestationQuestion, NONCE_OID, verifyAppAttestation } from './app-attest.ts';

const failed = (bytes: Buffer, change: Partial<AttestationQuestion> = {}) =>
  verifyAppAttestation(bytes, { ...question, ...change }).steps.flatMap(({ step, outcome }) =>
    outcome === 'fail' ? step : [],
  );

const plantedNonce = (nonce: Buffer): [string, Buffer][] => [
  // The right bytes, but in another extension and behind another identifier.
  ['1.2.840.113635.100.8.5', seq(tagged(1, octetString(nonce)))],
  [NONCE_OID, seq(tagged(1, octetString(Buffer.alloc(32))))],
];
const object =
  (edit: (parts: { x5c: Buffer[]; receipt: Buffer; authData: Buffer }) => Buffer) => (): Buffer =>
    device.attest(data_hash, { object: edit });
const statement = (x5c: Buffer[], receipt: Buffer) =>
  new Map<string, Writable>([
    ['x5c', x5c],
    ['receipt', receipt],
  ]);
const rogue = ecKey();
const otherAuthority = appleLikeAuthority(AT);

const MUTATIONS: Record<string, () => Buffer> = {
  expired: () => device.attest(data_hash, { until_ms: AT - 1 }),
  'not valid yet': () => device.attest(data_hash, { from_ms: AT + 1_000 }),
  'a development id in production': () => device.attest(data_hash, { aaguid: DEVELOPMENT }),
  'an aaguid whose beginning alone is right': () =>
    device.attest(data_hash, { aaguid: Buffer.from('appattest\0\0\0\0\0\0\x01') }),
  'an unknown aaguid': () => device.attest(data_hash, { aaguid: Buffer.alloc(16) }),
  'a counter of 1': () => device.attest(data_hash, { counter: 1 }),
  'the largest counter': () => device.attest(data_hash, { counter: 2 ** 32 - 1 }),
  'no attested-data flag': () => device.attest(data_hash, { flags: 0 }),
  'another app': () => device.attest(data_hash, { app: 'A1B2C3D4E5.com.example.other' }),
  'another team': () => device.attest(data_hash, { app: 'ZZZZZZZZZZ.com.example.bank' }),
  'another challenge': () => device.attest(randomBytes(32)),
  'the challenge hashed once more': () => device.attest(hash('sha256', data_hash, 'buffer')),
  'another nonce': () => device.attest(data_hash, { nonce: Buffer.alloc(32) }),
  'a nonce planted in another extension': () => device.attest(data_hash, { leaf_extensions: plantedNonce }),
  'no nonce extension': () => device.attest(data_hash, { leaf_extensions: () => [] }),
  'the nonce without its tag': () =>
    device.attest(data_hash, { leaf_extensions: (n) => [[NONCE_OID, seq(octetString(n))]] }),
  'the nonce under another tag': () =>
    device.attest(data_hash, { leaf_extensions: (n) => [[NONCE_OID, seq(tagged(2, octetString(n)))]] }),
  'two nonces': () =>
    device.attest(data_hash, {
      leaf_extensions: (n) => [[NONCE_OID, seq(tagged(1, octetString(n)), tagged(1, octetString(n)))]],
    }),
  'the extension twice': () =>
    device.attest(data_hash, {
      leaf_extensions: (n) => [
        [NONCE_OID, seq(tagged(1, octetString(n)))],
        [NONCE_OID, seq(tagged(1, octetString(n)))],
      ],
    }),
  'bytes after the nonce': () =>
    device.attest(data_hash, {
      leaf_extensions: (n) => [[NONCE_OID, Buffer.concat([seq(tagged(1, octetString(n))), Buffer.of(0)])]],
    }),
  'a leaf that may sign others': () => device.attest(data_hash, { leaf_ca: true }),
  'a leaf that another key signed in the intermediate’s name': () =>
    device.attest(data_hash, { leaf_signer: rogue }),
  'a leaf of another issuer': () => device.attest(data_hash, { leaf_issuer: [[CN, 'Another CA']] }),
  'a leaf signed with SHA-1': () => device.attest(data_hash, { sha1: true }),
  'an attacker’s chain with copied names': () =>
    new AppAttestDevice(otherAuthority, TEST_APP, AT).attest(data_hash),
  'an attacker’s intermediate with copied names': object(({ x5c, ...rest }) =>
    attestationObject({ ...rest, x5c: [x5c[0]!, otherAuthority.intermediate] }),
  ),
  'another credential id': () => device.attest(data_hash, { credential_id: randomBytes(32) }),
  'a shorter credential id': () => device.attest(data_hash, { credential_id: device.key_id.subarray(0, 31) }),
  'a longer credential id': () =>
    device.attest(data_hash, { credential_id: Buffer.concat([device.key_id, Buffer.of(0)]) }),
  'another public key': () =>
    device.attest(data_hash, { cose: new Map([...device.cose(), [-2, randomBytes(32)]]) }),
  'a key for another algorithm': () =>
    device.attest(data_hash, { cose: new Map([...device.cose(), [3, -8]]) }),
  'a key with an additional field': () =>
    device.attest(data_hash, { cose: new Map([...device.cose(), [4, 1]]) }),
  'extensions that are not a map': () => device.attest(data_hash, { extensions: cbor([1]) }),
  'bytes after the extensions': () =>
    device.attest(data_hash, { extensions: Buffer.concat([cbor(new Map()), Buffer.of(0)]) }),
  'half a map of extensions': () => device.attest(data_hash, { extensions: Buffer.of(0xa1, 0x61) }),
  'a category that is text': () =>
    device.attest(data_hash, { extensions: cbor(new Map([['apple_validation_category_01', 'x']])) }),
  'trailing CBOR': () => Buffer.concat([device.attest(data_hash), Buffer.of(0)]),
  'another format': object(({ x5c, receipt, authData }) =>
    cborMap([
      ['fmt', 'packed'],
      ['attStmt', statement(x5c, receipt)],
      ['authData', authData],
    ]),
  ),
  'a field twice': object(({ x5c, receipt, authData }) =>
    cborMap([
      ['fmt', 'apple-appattest'],
      ['attStmt', statement(x5c, receipt)],
      ['authData', Buffer.alloc(164)],
      ['authData', authData],
    ]),
  ),
  'an additional field': object(({ x5c, receipt, authData }) =>
    cborMap([
      ['fmt', 'apple-appattest'],
      ['attStmt', statement(x5c, receipt)],
      ['authData', authData],
      ['more', 1],
    ]),
  ),
  'no receipt': object(({ x5c, authData }) =>
    cborMap([
      ['fmt', 'apple-appattest'],
      ['attStmt', new Map<string, Writable>([['x5c', x5c]])],
      ['authData', authData],
    ]),
  ),
  'three certificates': object(({ x5c, ...rest }) =>
    attestationObject({ ...rest, x5c: [...x5c, authority.root] }),
  ),
  'one certificate': object(({ x5c, ...rest }) => attestationObject({ ...rest, x5c: x5c.slice(0, 1) })),
  'the certificates in reverse order': object(({ x5c, ...rest }) =>
    attestationObject({ ...rest, x5c: [...x5c].reverse() }),
  ),
  'bytes after a certificate': object(({ x5c, ...rest }) =>
    attestationObject({ ...rest, x5c: [Buffer.concat([x5c[0]!, Buffer.of(0)]), x5c[1]!] }),
  ),
  'shorter authenticator data': object(({ authData, ...rest }) =>
    attestationObject({ ...rest, authData: authData.subarray(0, 36) }),
  ),
  nothing: () => Buffer.alloc(0),
};

describe('a changed attestation', () => {
  it('is tried in at least 30 ways', () => {
    expect(Object.keys(MUTATIONS).length).toBeGreaterThanOrEqual(30);
  });

  it.each(Object.entries(MUTATIONS))('is refused: %s', (_, make) => {
    expect(refusal(make())).not.toEqual([]);
  });

  it('is refused for another key id, another root, and the present clock', () => {
    const bytes = device.attest(data_hash);
    expect(failed(bytes, { key_id: randomBytes(32) })).toEqual(['key_id']);
    expect(failed(bytes, { root: otherAuthority.root })).toEqual(['chain']);
    expect(failed(bytes, { root: PINNED.apple_root })).toEqual(['chain']);
    expect(failed(bytes, { at_ms: AT + 3 * DAY })).toEqual(['validity']);
    expect(failed(bytes, { apps: [] })).toEqual(['app']);
    expect(failed(bytes, { client_data_hash: Buffer.alloc(0) })).toEqual(['nonce']);
  });

  it('never ends as an error when three random bytes are changed', () => {
    const bytes = device.attest(data_hash);
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.constantFrom(0, 0x02, 0x30, 0x7f, 0x80, 0xff));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const turned = Buffer.from(bytes);
        for (const [at, value] of changes) turned[at] = value;
        refusal(turned);
      }),
      { numRuns: tries(1_000, 150) },
    );
  });

  it('is refused when any bit is flipped', () => {
    const bytes = device.attest(data_hash);
    for (let at = 0; at < bytes.length; at += tries(5, 37)) {
      const turned = Buffer.from(bytes);
      turned[at]! ^= 1 << (at % 8);
      expect(refusal(turned), `byte ${at}`).not.toEqual([]);
    }
  });

  it.each<[string, string, string, string]>([
    [
      'dates',
      'expired',
      'const valid = isValidAt(leaf, question.at_ms) && isValidAt(intermediate, question.at_ms);',
      'const valid = true;',
    ],
    [
      'the whole aaguid',
      'an aaguid whose beginning alone is right',
      'AAGUIDS[name].equals(aaguid)',
      'AAGUIDS[name].subarray(0, 9).equals(aaguid.subarray(0, 9))',
    ],
    [
      'the environment',
      'a development id in production',
      'found !== null && accepted.includes(found)',
      'found !== null',
    ],
    ['the counter', 'a counter of 1', 'data.counter === 0', 'true'],
    ['the app', 'another app', 'app !== null, app', 'true, app'],
    ['the nonce', 'another challenge', 'nonce.equals(expected)', 'true'],
    ['the credential id', 'another credential id', 'id !== null && data.credential_id.equals(id)', 'true'],
    ['the public key', 'another public key', 'point !== null && isCoseKey(data.cose_key, point)', 'true'],
    ['roles', 'a leaf that may sign others', 'intermediate.x509.ca && !leaf.x509.ca', 'true'],
    [
      'the chain',
      'a leaf that another key signed in the intermediate’s name',
      'isIssuedBy(leaf, intermediate) && isIssuedBy(intermediate, root)',
      'leaf.issuer.equals(intermediate.subject) && intermediate.issuer.equals(root.subject)',
    ],
  ])('would pass without the check of %s', async (_, mutation, from, to) => {
    const lax = await mutant<typeof import('./app-attest.ts')>(
      'geolocation/attestation/app-attest/app-attest.ts',
      [from, to],
    );
    expect(codesOf(lax.verifyAppAttestation(MUTATIONS[mutation]!(), question))).toEqual([]);
  });
});
