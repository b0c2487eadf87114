import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { appleLikeAuthority } from '../../../../testing/attestation/app-attest-device.ts';
import { leafAndReceiptIn } from '../../../../testing/attestation/app-attest-receipt.ts';
import { APP_ATTEST, appAttestVectors, receiptVectors } from '../../../../testing/attestation/vectors.ts';
import { signedDataFault } from '../reading/signed-data.ts';
import { PINNED } from '../roots.ts';
import { RECEIPT_SIGNER_OID, type ReceiptQuestion, readReceipt, receiptFault } from './receipt.ts';

const OTHER_ROOT = appleLikeAuthority(Date.now()).receipts.root;

describe.skipIf(APP_ATTEST.absent)('receipts of real devices', () => {
  const receipts = APP_ATTEST.absent ? [] : receiptVectors(APP_ATTEST.path);
  const attestations = (APP_ATTEST.absent ? [] : appAttestVectors(APP_ATTEST.path)).filter(
    ({ type }) => type === 'attestation',
  );
  const asked = (v: { key_id: Buffer; at_ms: number }): ReceiptQuestion => {
    const { bytes, app } = attestations.find(({ key_id }) => key_id.equals(v.key_id))!;
    const { leaf } = leafAndReceiptIn(bytes);
    const app_hash = hash('sha256', app, 'buffer');
    return { leaf, app_hash, environment: 'development', root: PINNED.apple_receipt_root, at_ms: v.at_ms };
  };

  it('are twenty, seven of them from attestations', () => {
    expect(receipts.length).toBe(20);
    expect(receipts.filter(({ kind }) => kind === 'ATTEST').length).toBe(7);
  });

  it.each(receipts)(
    'accepts $name as Apple’s, and as an attestation’s own only with that attestation',
    (v) => {
      const receipt = readReceipt(v.bytes);
      const { root, at_ms } = asked(v);
      expect(signedDataFault(receipt.signed, { root, at_ms, purpose: RECEIPT_SIGNER_OID })).toBe(null);
      expect(receiptFault(receipt, asked(v))).toBe(
        v.kind === 'ATTEST' ? null : 'it was not made with an attestation',
      );
      expect(receiptFault(receipt, { ...asked(v), at_ms: v.at_ms + 400 * 86_400_000 })).not.toBe(null);
      expect(receiptFault(receipt, { ...asked(v), root: OTHER_ROOT })).not.toBe(null);
    },
  );

  it.each(attestations)('refuses a receipt of another device with $name', (v) => {
    const theirs = receipts.find(({ kind, key_id }) => kind === 'ATTEST' && !key_id.equals(v.key_id))!;
    expect(receiptFault(readReceipt(theirs.bytes), asked(v))).toBe('it is for another key');
  });
});
