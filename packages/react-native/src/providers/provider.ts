import type { Integrity } from '@standpoint/contract';

/** One position of the device. */
export interface LocationSample {
  latitude: number;
  longitude: number;
  /** Radius in metres, as the system reports it. */
  accuracyM: number;
  altitudeM?: number;
  /** Milliseconds since 1970. */
  timestamp: number;
  /** Whether the system says that an app made the position up; null where the system does not say. */
  mocked: boolean | null;
  provider: string;
  /** Whether the app may see precise positions; absent when unknown. */
  precise?: boolean;
}

export type PermissionAnswer = 'granted' | 'denied' | 'undetermined';

/** A failure that a provider can name, thrown as `{ code }`. Any other failure counts as unavailable. */
export interface LocationFailure {
  code: 'permission_denied' | 'position_unavailable' | 'position_timeout';
}

/** Where positions come from: Expo, the community's package, our native module, or your own. */
export interface LocationProvider {
  readonly name: string;
  /** Whether `mocked` is ever anything but null. Default false. */
  readonly detectsMocks?: boolean;
  permission(): Promise<PermissionAnswer>;
  /** `dismissed`: not now, and the system would ask again. */
  requestPermission(): Promise<'granted' | 'denied' | 'dismissed'>;
  request(options: {
    accuracy: 'high' | 'balanced';
    timeoutMs: number;
    signal?: AbortSignal;
  }): Promise<LocationSample>;
}

/** Proves that the evidence comes from this app on real hardware. */
export interface AttestationProvider {
  readonly kind: Integrity['kind'];
  /**
   * `challenge`: the 32 bytes to attest, base64url. `format` repeats `kind`, and `statement` is the JSON text of the
   * fields of `integrity` besides `kind`, e.g. `{"key_id":"…","assertion":"…"}`.
   */
  attest(challenge: string): Promise<{ format: string; statement: string }>;
}

/** Facts about the device. Names of the interface's native signals are judged; others are recorded. */
export interface DeviceSignalsProvider {
  collect(): Promise<Record<string, string | number | boolean | null>>;
}

/** No attestation: the evidence says so, and a policy that demands one is not satisfied. */
export const NoAttestation: AttestationProvider = {
  kind: 'none',
  attest: async () => ({ format: 'none', statement: '{}' }),
};
