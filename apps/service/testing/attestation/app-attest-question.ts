import { randomBytes } from 'node:crypto';
import {
  type AttestationQuestion,
  verifyAppAttestation,
} from '../../src/geolocation/attestation/app-attest/app-attest.ts';
import { codesOf } from '../../src/geolocation/attestation/report.ts';
import { AppAttestDevice, appleLikeAuthority } from './app-attest-device.ts';

/** What is asked about one attestation of a genuine app. */
export const AT = Date.UTC(2026, 10, 21);
export const DAY = 86_400_000;
export const TEST_APP = 'A1B2C3D4E5.com.example.bank';
export const authority = appleLikeAuthority(AT);
export const device = new AppAttestDevice(authority, TEST_APP, AT);
export const data_hash = randomBytes(32);
export const question: AttestationQuestion = {
  client_data_hash: data_hash,
  apps: [TEST_APP],
  environments: ['production'],
  at_ms: AT,
  key_id: device.key_id,
  root: authority.root,
  receipt_root: authority.receipts.root,
};
export const refusal = (bytes: Buffer, change: Partial<AttestationQuestion> = {}) =>
  codesOf(verifyAppAttestation(bytes, { ...question, ...change }));
