import type { Integrity } from '@standpoint/contract';
import type { Spec } from '../NativeStandpoint.ts';
import { fromBase64url } from '../sealing/bytes.ts';
import type { CryptoSource } from '../sealing/operations.ts';
import type {
  AttestationProvider,
  DeviceSignalsProvider,
  LocationProvider,
  PermissionAnswer,
} from './provider.ts';

/** The version of `Spec` that this package understands. */
const PROTOCOL = 1;

/** The most that the native generator gives at a time. */
const RANDOM_BYTES = 1_024;

interface Linked {
  location: LocationProvider;
  attestation: AttestationProvider;
  signals: DeviceSignalsProvider;
  crypto: CryptoSource;
}

const KINDS: readonly string[] = ['app_attest', 'android_key_attestation', 'play_integrity'];

/** Our own native module as providers; undefined when it is not linked, or of another version. */
export const linkedProviders = (module: Spec | null | undefined): Linked | undefined => {
  const constants = module?.getConstants();
  if (!module || constants?.protocol !== PROTOCOL) return undefined;
  const kind = KINDS.includes(constants.attestation) ? (constants.attestation as Integrity['kind']) : 'none';
  return {
    location: {
      name: 'standpoint',
      detectsMocks: true,
      permission: async () => (await module.locationPermission()) as PermissionAnswer,
      requestPermission: async () =>
        (await module.requestLocationPermission()) === 'granted' ? 'granted' : 'denied',
      request: async ({ accuracy, timeoutMs }) => {
        const { mocked, ...sample } = await module.getLocation({ accuracy, timeoutMs });
        return { ...sample, mocked: mocked ?? null };
      },
    },
    attestation: { kind, attest: (challenge) => module.attest(challenge) },
    signals: {
      collect: async () =>
        (await module.collectSignals()) as Record<string, string | number | boolean | null>,
    },
    crypto: {
      getRandomValues: (array) => {
        for (let at = 0; at < array.length; at += RANDOM_BYTES) {
          const count = Math.min(RANDOM_BYTES, array.length - at);
          const bytes = fromBase64url(module.randomBytes(count));
          if (bytes.length !== count) throw new Error('too few random bytes');
          array.set(bytes, at);
        }
        return array;
      },
    },
  };
};
