import type { Integrity } from '@standpoint/contract';
import { fail } from '../../web/src/errors.ts';
import { type CommonOptions, type EarlierOptions, readConfig } from './config.ts';
import { type PlatformConstants, readDevice } from './device.ts';
import { type CollectOptions, type CollectResult, runCollect } from './location/collect.ts';
import { runVerify, type VerifyOptions, type VerifyResult } from './location/verify.ts';
import type { Spec } from './NativeStandpoint.ts';
import { linkedProviders } from './providers/linked.ts';
import {
  type AttestationProvider,
  type DeviceSignalsProvider,
  type LocationProvider,
  NoAttestation,
} from './providers/provider.ts';
import type { Tools } from './tools.ts';
import type { Line } from './version.ts';

export interface ProviderOptions extends CommonOptions {
  /** Default: our native module, where it is linked. */
  location?: LocationProvider;
  attestation?: AttestationProvider;
  signals?: DeviceSignalsProvider;
}

/** What this app can really do, for your own tests and support pages. */
export interface Capabilities {
  /** Our native module is linked. */
  turboModule: boolean;
  attestation: Integrity['kind'];
  /** Made-up positions are reported by the system. */
  mockDetection: boolean;
}

export interface NativeClient {
  /** Spends the token on one decision. The `install_id` claim is ignored: it is for browsers. */
  verify(jwt: string, options?: VerifyOptions): Promise<VerifyResult>;
  collect(jwt?: string, options?: CollectOptions): Promise<CollectResult>;
  capabilities(): Capabilities;
}

/** What the app's runtime brings. */
export interface Runtime {
  platform: PlatformConstants;
  module: Spec | null | undefined;
}

/** Creates a client of one line. Throws `config_invalid` for options that cannot work. */
export const openClient = (
  options: ProviderOptions & Partial<EarlierOptions>,
  line: Line,
  { platform, module }: Runtime,
): NativeClient => {
  const linked = linkedProviders(module);
  const config = readConfig(options, line, () => linked?.crypto);
  const location = options.location ?? linked?.location;
  if (!location) fail('config_invalid', { detail: 'no location provider: pass expoLocation(Location),' });
  const device = readDevice(platform);
  const attestation = options.attestation ?? linked?.attestation ?? NoAttestation;
  const tools = (): Tools => {
    if (!device)
      throw config.error('unsupported_browser', { detail: `on ${platform.OS} use @standpoint/web,` });
    return { config, device, location: location!, attestation, signals: options.signals ?? linked?.signals };
  };
  return {
    verify: async (jwt, call) => runVerify(tools(), jwt, call),
    collect: async (jwt, call) => runCollect(tools(), jwt, call),
    capabilities: () => ({
      turboModule: linked !== undefined,
      attestation: attestation.kind,
      mockDetection: location!.detectsMocks === true,
    }),
  };
};
