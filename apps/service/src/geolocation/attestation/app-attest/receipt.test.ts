import { hash, randomInt, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../../../../testing/counts.ts';
import {
  AppAttestDevice,
  appleLikeAuthority,
  attestationObject,
} from '../../../../testing/attestation/app-attest-device.ts';
import {
  leafAndReceiptIn,
  RECEIPT_CA,
  RECEIPT_ROOT,
  type ReceiptChange,
  receiptOf,
} from '../../../../testing/attestation/app-attest-receipt.ts';
import { CN, certificate, ecKey, nameOf } from '../../../../testing/attestation/certificates.ts';
import {
  int,
  nullValue,
  octetString,
  oidValue,
  seq,
  setOf,
  tagged,
} from '../../../../testing/attestation/der-writer.ts';
import { mutant, mutantInside } from '../../../../testing/mutant.ts';
import { codesOf } from '../report.ts';
import { PINNED } from '../roots.ts';
import { type AttestationQuestion, verifyAppAttestation } from './app-attest.ts';
import { type ReceiptQuestion, readReceipt, receiptFault } from './receipt.ts';

const AT = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;
const APP = 'A1B2C3D4E5.com.example.bank';
const authority = appleLikeAuthority(AT);
const other = appleLikeAuthority(AT);
const device = new AppAttestDevice(authority, APP, AT);
const client_data_hash = hash('sha256', 'challenge', 'buffer');
const question: AttestationQuestion = {
  client_data_hash,
  apps: [APP],
  environments: ['production'],
  at_ms: AT,
  key_id: device.key_id,
  root: authority.root,
  receipt_root: authority.receipts.root,
};
const failed = (bytes: Buffer, change: Partial<AttestationQuestion> = {}) =>
  verifyAppAttestation(bytes, { ...question, ...change }).steps.flatMap(({ step, outcome, code }) =>
    outcome === 'fail' ? [[step, code]] : [],
  );
const withReceipt = (receipt: Buffer) =>
  device.attest(client_data_hash, { object: (parts) => attestationObject({ ...parts, receipt }) });

/** Signed by an attacker's signer, whose certificate copies the names of the genuine chain. */
const foreign = (change: ReceiptChange = {}) =>
  device.attest(client_data_hash, {
    object: (parts) => {
      const attested = {
        app: APP,
        leaf: parts.x5c[0]!,
        environment: 'production' as const,
        client_data_hash,
        at_ms: AT,
      };
      return attestationObject({ ...parts, receipt: receiptOf(other.receipts, attested, change) });
    },
  });

const rogue = ecKey();
/** A certificate with the intermediate's name that the root issued to a holder who may not sign others. */
const customer = certificate({
  subject: RECEIPT_CA,
  issuer: RECEIPT_ROOT,
  key: authority.receipts.intermediate_key.publicKey,
  signer: authority.receipts.root_key.privateKey,
  from_ms: AT - DAY,
  until_ms: AT + DAY,
});
const turned = (content: Buffer) => {
  const at = content.indexOf('token');
  return Buffer.concat([content.subarray(0, at), Buffer.from('T'), content.subarray(at + 1)]);
};
const sha1 = seq(oidValue('1.3.14.3.2.26'), nullValue());

/** Well-formed receipts that must not be believed. */
const UNSOUND: Record<string, ReceiptChange | Buffer> = {
  'content changed after signing': { content_after_signing: turned },
  'a signature by another key': { signature: () => sign('sha256', Buffer.from('x'), rogue.privateKey) },
  'a signature that is none': { signature: () => Buffer.from('signature') },
  'no signature': { signature: () => Buffer.alloc(0) },
  'a chain of one’s own': foreign(),
  'a chain of one’s own under the pinned root': foreign({
    certificates: ([signer, intermediate]) => [signer!, intermediate!, authority.receipts.root],
  }),
  'a signer of one’s own under the pinned chain': foreign({
    certificates: ([signer]) => [signer!, authority.receipts.intermediate, authority.receipts.root],
  }),
  'an intermediate that may not sign others': {
    certificates: ([signer, , root]) => [signer!, customer, root!],
  },
  'a signer that may sign others': { signer_ca: true },
  'a signer for another purpose': { signer_extensions: [['1.2.840.113635.100.6.1.14', nullValue()]] },
  'a signer that ran out': { signer_until_ms: AT - 1_000 },
  'a signer not in force yet': { signer_from_ms: AT + 1_000 },
  'certificates in another order': {
    certificates: ([signer, intermediate, root]) => [intermediate!, signer!, root!],
  },
  'another serial named': { named_serial: 1n },
  'another issuer named': { named_issuer: nameOf([[CN, 'Another issuer']]) },
  'another app': { fields: { 2: 'A1B2C3D4E5.com.example.other' } },
  'no app': { fields: { 2: null } },
  'another leaf': { fields: { 3: authority.intermediate } },
  'no leaf': { fields: { 3: null } },
  'the type of one that was exchanged': { fields: { 6: 'RECEIPT' } },
  'no type': { fields: { 6: null } },
  'the other environment': { fields: { 7: 'sandbox' } },
  'no environment': { fields: { 7: null } },
  'an end that has come': { fields: { 21: new Date(AT).toISOString() } },
  'an end that is no date': { fields: { 21: 'soon' } },
  'no end': { fields: { 21: null } },
};

const replaced =
  (at: number, ...parts: Buffer[]) =>
  (all: Buffer[]) =>
    all.toSpliced(at, 1, ...parts);
const added = (at: number, part: Buffer) => (all: Buffer[]) => all.toSpliced(at, 0, part);

const MALFORMED: Record<string, ReceiptChange | Buffer> = {
  'nothing in it': withReceipt(Buffer.alloc(0)),
  'text in it': withReceipt(Buffer.from('receipt')),
  'a field twice': { further: [seq(int(2), int(1), octetString(Buffer.from(APP)))] },
  'a field of four parts': { further: [seq(int(99), int(1), octetString(Buffer.of(1)), int(1))] },
  'a field of two parts': { further: [seq(int(99), int(1))] },
  'a field without a number': { further: [seq(nullValue(), int(1), octetString(Buffer.of(1)))] },
  'content that is no set': { content_after_signing: () => seq() },
  'bytes after the fields': { content_after_signing: (content) => Buffer.concat([content, nullValue()]) },
  'another version': { signed_data: replaced(0, int(3)) },
  'SHA-1 announced': { signed_data: replaced(1, setOf(sha1)) },
  'two digests announced': { signed_data: replaced(1, setOf(sha1, sha1)) },
  'content of another kind': {
    signed_data: replaced(2, seq(oidValue('1.2.840.113549.1.7.5'), tagged(0, octetString(Buffer.of(1))))),
  },
  'no content': { signed_data: replaced(2, seq(oidValue('1.2.840.113549.1.7.1'))) },
  'a list of revoked certificates': { signed_data: added(4, tagged(1, seq())) },
  'no certificates': { signed_data: replaced(3) },
  'two certificates': { certificates: (chain) => chain.slice(0, 2) },
  'four certificates': { certificates: (chain) => [...chain, chain[2]!] },
  'no signer': { signed_data: replaced(4, setOf()) },
  'a signer that is empty': { signed_data: replaced(4, setOf(seq())) },
  'signed attributes': { signer_info: added(3, tagged(0, seq(oidValue('1.2.3'), setOf(int(1))))) },
  'unsigned attributes': { signer_info: (all) => [...all, tagged(1, seq(oidValue('1.2.3'), setOf(int(1))))] },
  'SHA-1 signed': { signer_info: replaced(2, sha1) },
  'a signature with SHA-1': { signer_info: replaced(3, seq(oidValue('1.2.840.10045.4.1'))) },
  'a signer of another version': { signer_info: replaced(0, int(3)) },
};

const bytesOf = (change: ReceiptChange | Buffer): Buffer =>
  Buffer.isBuffer(change) ? change : device.attest(client_data_hash, { receipt: change });

describe('the receipt in an attestation', () => {
  it.each<[string, ReceiptChange]>([
    ['as Apple writes it', {}],
    ['in DER throughout', { definite: true }],
    ['with fields that we do not know', { fields: { 17: '2', 99: 'x' } }],
  ])('is accepted %s', (_, receipt) => {
    expect(failed(device.attest(client_data_hash, { receipt }))).toEqual([]);
  });

  it.each(Object.entries(UNSOUND))('is refused: %s', (_, change) => {
    expect(failed(bytesOf(change))).toEqual([['receipt', 'attestation_invalid']]);
  });

  it.each(Object.entries(MALFORMED))('is malformed: %s', (_, change) => {
    expect(failed(bytesOf(change))).toEqual([['receipt', 'attestation_malformed']]);
  });

  it('is refused when it came with another attestation, even of the same key', () => {
    let receipt: Buffer = Buffer.alloc(0);
    device.attest(client_data_hash, {
      object: (parts) => {
        receipt = parts.receipt;
        return attestationObject(parts);
      },
    });
    expect(failed(withReceipt(receipt))).toEqual([['receipt', 'attestation_invalid']]);
  });

  it('is refused under the attestation root, and the test’s receipt under Apple’s root', () => {
    const bytes = device.attest(client_data_hash);
    for (const receipt_root of [authority.root, PINNED.apple_receipt_root, undefined])
      expect(failed(bytes, { receipt_root })).toEqual([['receipt', 'attestation_invalid']]);
  });

  it('is refused when any bit of it is flipped', () => {
    const bytes = device.attest(client_data_hash);
    const from = bytes.lastIndexOf('receipt') + 7;
    const until = bytes.lastIndexOf('authData');
    // In `npm test` a third of these bytes, from another one each time.
    const step = tries(7, 21);
    for (let at = from + randomInt(step); at < until; at += step) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1 << (at % 8);
      expect(failed(changed), `byte ${at}`).not.toEqual([]);
    }
  });

  it('mutation control: any receipt passes when its fault is ignored', async () => {
    const lax = await mutant<typeof import('./app-attest.ts')>(
      'geolocation/attestation/app-attest/app-attest.ts',
      ["steps.note('receipt', fault === null,", "steps.note('receipt', true,"],
    );
    for (const change of Object.values(UNSOUND))
      expect(codesOf(lax.verifyAppAttestation(bytesOf(change), question))).toEqual([]);
  });

  it.each<[string, string, string, string]>([
    ['the app', 'another app', "if (!ours) return 'it is for another app';", ''],
    [
      'the leaf',
      'another leaf',
      "if (!fields.get(FIELD.certificate)?.equals(question.leaf)) return 'it is for another key';",
      '',
    ],
    ['the type', 'the type of one that was exchanged', "text(fields, FIELD.type) !== 'ATTEST'", 'false'],
    [
      'the environment',
      'the other environment',
      'text(fields, FIELD.environment) !== environment',
      'environment === null',
    ],
    ['its end', 'an end that has come', 'at_ms < expires ? null', 'true ? null'],
  ])('would pass without the check of %s', async (_, name, from, to) => {
    const lax = await mutantInside<typeof import('./app-attest.ts')>(
      'geolocation/attestation/app-attest/app-attest.ts',
      'geolocation/attestation/app-attest/receipt.ts',
      [from, to],
    );
    expect(codesOf(lax.verifyAppAttestation(bytesOf(UNSOUND[name]!), question))).toEqual([]);
  });

  it.each<[string, string, string, string]>([
    ['the signature', 'content changed after signing', 'isSigned(signed, signer) ? null', 'true ? null'],
    ['the root', 'a chain of one’s own', '!root.der.equals(question.root)', 'root === null'],
    ['the links', 'a chain of one’s own under the pinned root', '!linked || !roles', '!roles'],
    [
      'the links to the signer',
      'a signer of one’s own under the pinned chain',
      '!linked || !roles',
      '!roles',
    ],
    ['roles', 'an intermediate that may not sign others', '!linked || !roles', '!linked'],
    [
      'the purpose',
      'a signer for another purpose',
      '!signer.extensions.has(question.purpose)',
      'question.purpose === null',
    ],
    ['dates', 'a signer that ran out', 'isValidAt(certificate, question.at_ms)', 'certificate !== null'],
    ['the name in the signature', 'another serial named', '!named)', 'named === null)'],
  ])('would pass without the check of %s', async (_, name, from, to) => {
    const lax = await mutantInside<typeof import('./receipt.ts')>(
      'geolocation/attestation/app-attest/receipt.ts',
      'geolocation/attestation/reading/signed-data.ts',
      [from, to],
    );
    const { receipt, asked } = partsOf(bytesOf(UNSOUND[name]!));
    expect(receiptFault(readReceipt(receipt), asked)).not.toBe(null);
    expect(lax.receiptFault(lax.readReceipt(receipt), asked)).toBe(null);
  });
});

/** The verifier's receipt and expectation for one attestation. */
function partsOf(bytes: Buffer): { receipt: Buffer; asked: ReceiptQuestion } {
  const { leaf, receipt } = leafAndReceiptIn(bytes);
  const app_hash = hash('sha256', APP, 'buffer');
  return {
    receipt,
    asked: { leaf, app_hash, environment: 'production', root: authority.receipts.root, at_ms: AT },
  };
}
