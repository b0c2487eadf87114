/**
 * The 0.3 line: the same exports as `index.ts`, with two environments, and with evidence that names the nonce of its
 * token. The service answers a reuse with `attestation_failed`.
 */
import { Platform } from 'react-native';
import { type NativeClient, openClient, type ProviderOptions } from './client.ts';
import { addressOf, type EarlierOptions } from './config.ts';
import { setConfigured } from './configured.ts';
import linkedModule from './NativeStandpoint.ts';
import { LINE_0_3 } from './version.ts';

export {
  type AttestationProvider,
  type CallOptions,
  type Capabilities,
  type CollectOptions,
  type CollectResult,
  type CommunityGeolocationModule,
  type CryptoSource,
  collect,
  communityGeolocation,
  type DeviceSignalsProvider,
  type ErrorCode,
  type ExpoLocationModule,
  expoLocation,
  isStandpointError,
  type LocationFailure,
  type LocationProvider,
  type LocationSample,
  type NativeClient,
  NoAttestation,
  type PositionOptions,
  StandpointError,
  type UserAction,
  type UseVerify,
  useVerify,
  type VerifyOptions,
  type VerifyProgress,
  type VerifyResult,
  type VerifyStage,
  verify,
} from './index.ts';

export type ClientOptions = ProviderOptions & EarlierOptions;

/** Creates a client of one environment. This asks the person nothing and sends nothing. */
export const createClient = (options: ClientOptions): NativeClient =>
  openClient(options, LINE_0_3, { platform: Platform, module: linkedModule });

/** Sets the client that `verify`, `collect` and `presentFaceCheck` use. */
export const configure = (options: ClientOptions): void =>
  setConfigured(createClient(options), addressOf(options, LINE_0_3));
