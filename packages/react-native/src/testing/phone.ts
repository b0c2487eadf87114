import { openClient, type ProviderOptions, type Runtime } from '../client.ts';
import type { EarlierOptions } from '../config.ts';
import type { Spec } from '../NativeStandpoint.ts';
import type { LocationProvider, LocationSample } from '../providers/provider.ts';
import { LINE_0_3, LINE_0_5, type Line } from '../version.ts';

export const HARBOUR: LocationSample = {
  latitude: 40.7128,
  longitude: -74.006,
  accuracyM: 12,
  altitudeM: 9.5,
  timestamp: Date.now(),
  mocked: false,
  provider: 'fused',
  precise: true,
};

/** A phone whose person allows the location, and whose system answers with these samples in turn. */
export const location = (
  samples: readonly Partial<LocationSample>[] = [{}],
  more: Partial<LocationProvider> = {},
): LocationProvider & { asked: number } => {
  const provider: LocationProvider & { asked: number } = {
    name: 'test',
    detectsMocks: true,
    asked: 0,
    permission: async () => 'granted',
    requestPermission: async () => 'granted',
    request: async () => {
      const sample = samples[Math.min(provider.asked++, samples.length - 1)]!;
      return { ...HARBOUR, timestamp: Date.now(), ...sample };
    },
    ...more,
  };
  return provider;
};

export const ANDROID: Runtime = {
  platform: {
    OS: 'android',
    Version: 35,
    constants: { Model: 'Pixel 9', Brand: 'google', Serial: 'secret' },
  },
  module: null,
};
export const IPHONE: Runtime = {
  platform: { OS: 'ios', Version: '18.1', constants: { systemName: 'iOS', osVersion: '18.1' } },
  module: null,
};

/** A client of the newer line on an Android phone. */
export const phone = (
  options: Partial<ProviderOptions & EarlierOptions> & { baseUrl: string },
  runtime: Runtime = ANDROID,
  line: Line = LINE_0_5,
) => openClient({ location: location(), ...options }, line, runtime);

export const older = (options: Partial<ProviderOptions & EarlierOptions> & { baseUrl: string }) =>
  phone({ environment: 'production', ...options }, ANDROID, LINE_0_3);

/** Our native module, as the generated code would call it. */
export const nativeModule = (more: Partial<Spec> = {}): Spec => ({
  getConstants: () => ({ protocol: 1, platform: 'android', attestation: 'android_key_attestation' }),
  randomBytes: (count) => Buffer.from(crypto.getRandomValues(new Uint8Array(count))).toString('base64'),
  locationPermission: async () => 'granted',
  requestLocationPermission: async () => 'granted',
  getLocation: async () => ({ ...HARBOUR, mocked: false, precise: true }),
  attest: async () => ({
    format: 'android_key_attestation',
    statement: '{"key_id":"a2V5","signature":"c2ln"}',
  }),
  collectSignals: async () => ({ emulator: false, rooted: null, app_version: '1.4.0' }),
  ...more,
});
