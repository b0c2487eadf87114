import type { Config } from './config.ts';
import type { Device } from './device.ts';
import type { AttestationProvider, DeviceSignalsProvider, LocationProvider } from './providers/provider.ts';

/** Everything that a call of one client uses. */
export interface Tools {
  config: Config;
  device: Device;
  location: LocationProvider;
  attestation: AttestationProvider;
  signals: DeviceSignalsProvider | undefined;
}
