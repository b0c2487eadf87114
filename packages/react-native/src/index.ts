import { Platform } from 'react-native';
import { type NativeClient, openClient, type ProviderOptions } from './client.ts';
import { setConfigured } from './configured.ts';
import linkedModule from './NativeStandpoint.ts';
import {
  type CommunityGeolocationModule,
  communityGeolocation as overCommunity,
} from './providers/community.ts';
import { type ExpoLocationModule, expoLocation as overExpo } from './providers/expo.ts';
import type { LocationProvider } from './providers/provider.ts';
import { LINE_0_5 } from './version.ts';

export {
  type ErrorCode,
  isStandpointError,
  StandpointError,
  type UserAction,
} from '../../web/src/errors.ts';
export type { Capabilities, NativeClient } from './client.ts';
export type { CallOptions } from './config.ts';
export { collect, verify } from './configured.ts';
export type { CollectOptions, CollectResult } from './location/collect.ts';
export type { PositionOptions } from './location/positions.ts';
export type { VerifyOptions, VerifyProgress, VerifyResult, VerifyStage } from './location/verify.ts';
export type { CommunityGeolocationModule } from './providers/community.ts';
export type { ExpoLocationModule } from './providers/expo.ts';
export {
  type AttestationProvider,
  type DeviceSignalsProvider,
  type LocationFailure,
  type LocationProvider,
  type LocationSample,
  NoAttestation,
} from './providers/provider.ts';
export type { CryptoSource } from './sealing/operations.ts';
export { type UseVerify, useVerify } from './use-verify.ts';

export interface ClientOptions extends ProviderOptions {
  /** Removed in 0.5: the token says which environment it belongs to. */
  environment?: never;
}

/** Creates a client of one service. This asks the person nothing and sends nothing. */
export const createClient = (options: ClientOptions): NativeClient =>
  openClient(options, LINE_0_5, { platform: Platform, module: linkedModule });

/** Positions of `expo-location`: `expoLocation(Location)`. */
export const expoLocation = (module: ExpoLocationModule): LocationProvider =>
  overExpo(module, { platform: Platform.OS });

/** Positions of `@react-native-community/geolocation`: `communityGeolocation(Geolocation)`. */
export const communityGeolocation = (module: CommunityGeolocationModule): LocationProvider =>
  overCommunity(module, { platform: Platform.OS });

/** Sets the client that `verify`, `collect` and `presentFaceCheck` use. */
export const configure = (options: ClientOptions): void =>
  setConfigured(createClient(options), options.baseUrl);
