import { randomBytes } from 'node:crypto';
import {
  type KeyAttestationQuestion,
  verifyKeyAttestation,
} from '../../src/geolocation/attestation/android-key/android-key.ts';
import { parseRevocations } from '../../src/geolocation/attestation/android-key/revocation.ts';
import { codesOf } from '../../src/geolocation/attestation/report.ts';
import { AndroidDevice, APP, type ChainChange } from './android-device.ts';

/** What is asked about the chains of two phones, one of each kind of provisioning. */
export const AT = Date.UTC(2026, 10, 21);
export const DAY = 86_400_000;
export const challenge = randomBytes(32);
export const remote = new AndroidDevice(AT);
export const factory = new AndroidDevice(AT, 'factory');
export const list = (entries: object, fetched_ms = AT - DAY) =>
  parseRevocations(JSON.stringify({ entries }), fetched_ms);
export const question: KeyAttestationQuestion = {
  at_ms: AT,
  trusted: [...remote.trusted, ...factory.trusted],
  revocations: list({ abcdef: { status: 'REVOKED' } }),
  challenge,
  apps: [APP],
};
export const codes = (chain: Buffer[], change: Partial<KeyAttestationQuestion> = {}) =>
  codesOf(verifyKeyAttestation(chain, { ...question, ...change }));
export const failed = (chain: Buffer[], change: Partial<KeyAttestationQuestion> = {}) =>
  verifyKeyAttestation(chain, { ...question, ...change }).steps.flatMap(({ step, outcome }) =>
    outcome === 'fail' ? step : [],
  );
export const changed = (change: ChainChange) => () => remote.chain(challenge, change);
export const certificates = remote.chain(challenge);
