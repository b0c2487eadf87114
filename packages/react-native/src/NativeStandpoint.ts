import { type TurboModule, TurboModuleRegistry } from 'react-native';

/**
 * The native half of the package. React Native's code generator reads this file, which is why it has this name,
 * one interface called `Spec` and a default export. Methods that nothing linked are never called.
 */
export interface Spec extends TurboModule {
  getConstants(): {
    /** Version of this interface: 1. */
    protocol: number;
    platform: string;
    /** `app_attest`, `android_key_attestation`, or `none` on a device without secure hardware. */
    attestation: string;
  };
  /** Random bytes of the system's generator, base64. At most 1,024 at a time. */
  randomBytes(count: number): string;
  /** `granted`, `denied` or `undetermined`. */
  locationPermission(): Promise<string>;
  requestLocationPermission(): Promise<string>;
  /** Rejects with `permission_denied`, `position_unavailable` or `position_timeout` as its code. */
  getLocation(options: { accuracy: string; timeoutMs: number }): Promise<{
    latitude: number;
    longitude: number;
    accuracyM: number;
    altitudeM?: number;
    timestamp: number;
    mocked?: boolean;
    precise: boolean;
    provider: string;
  }>;
  /** `challenge`: 32 bytes, base64url. `statement`: JSON text of the fields of `integrity` besides `kind`. */
  attest(challenge: string): Promise<{ format: string; statement: string }>;
  // biome-ignore lint/complexity/noBannedTypes: the generator's word for a map
  collectSignals(): Promise<Object>;
}

/** Null where the module is not linked: in Expo Go, on the web and in tests. */
export default TurboModuleRegistry.get<Spec>('Standpoint');
