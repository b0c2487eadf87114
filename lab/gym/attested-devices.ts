import type { Integrity } from '@standpoint/contract';
import type { Attestation } from '../../apps/service/src/geolocation/attestation/attestation.ts';
import {
  AndroidDevice,
  APP,
  type ChainChange,
} from '../../apps/service/testing/attestation/android-device.ts';
import {
  AppAttestDevice,
  type AttestationChange,
  appleLikeAuthority,
} from '../../apps/service/testing/attestation/app-attest-device.ts';

/**
 * Devices under the gym's own authority, which replaces the vendors' roots here, because attestations of
 * real devices cannot be made. The chains are real X.509 and the signatures are real.
 */
const NOW = Date.now();
const AUTHORITY = appleLikeAuthority(NOW);
const IOS_APP = 'A1B2C3D4E5.com.example.bank';
const ROOTS: string[] = [];

/** The serial of the attestation certificate that the revocation list names. */
export const REVOKED = 0xbad5e1n;

export const APPS = { ios: [IOS_APP], android: [APP] };
export const TRUSTED: Attestation = {
  anchors: { ...AUTHORITY.anchors, google_root_keys: ROOTS },
  revocations: {
    current: () => ({ fetched_ms: NOW, entries: new Map([[REVOKED.toString(16), 'REVOKED']]) }),
  },
  play: {
    decode: () => Promise.reject(new Error('no app of the gym uses Play Integrity')),
  },
};

export const iPhone = () => new AppAttestDevice(AUTHORITY, IOS_APP, NOW);

export function androidPhone(): AndroidDevice {
  const device = new AndroidDevice(NOW);
  ROOTS.push(...device.trusted);
  return device;
}

/** A phone under an untrusted root, with every name copied. */
const copiedAuthority = () => appleLikeAuthority(NOW);
export const copiedPhone = () => new AppAttestDevice(copiedAuthority(), IOS_APP, NOW);
export const untrustedAndroid = () => new AndroidDevice(NOW);

const base64 = (bytes: Buffer) => bytes.toString('base64');

export const attests =
  (device: AppAttestDevice, change: AttestationChange = {}) =>
  (binding: Buffer): Integrity => ({
    kind: 'app_attest',
    key_id: base64(device.key_id),
    attestation: base64(device.attest(binding, change)),
  });

export const asserts =
  (device: AppAttestDevice, change: AttestationChange = {}) =>
  (binding: Buffer): Integrity => ({
    kind: 'app_attest',
    key_id: base64(device.key_id),
    assertion: base64(device.assert(binding, change)),
  });

export const presents =
  (device: AndroidDevice, change: ChainChange = {}) =>
  (binding: Buffer): Integrity => ({
    kind: 'android_key_attestation',
    key_id: base64(device.key_id),
    chain: device.chain(binding, change).map(base64),
  });

export const signs =
  (device: AndroidDevice) =>
  (binding: Buffer): Integrity => ({
    kind: 'android_key_attestation',
    key_id: base64(device.key_id),
    signature: base64(device.sign(binding)),
  });
