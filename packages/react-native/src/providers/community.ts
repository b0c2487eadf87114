import type { LocationFailure, LocationProvider, LocationSample } from './provider.ts';

interface GeolocationFailure {
  code: number;
}

interface GeolocationFix {
  coords: { latitude: number; longitude: number; accuracy: number; altitude: number | null };
  timestamp: number;
  mocked?: boolean;
}

/** The part of `@react-native-community/geolocation` that is used. */
export interface CommunityGeolocationModule {
  requestAuthorization(success?: () => void, error?: (failure: GeolocationFailure) => void): void;
  getCurrentPosition(
    success: (fix: GeolocationFix) => void,
    error?: (failure: GeolocationFailure) => void,
    options?: { timeout?: number; maximumAge?: number; enableHighAccuracy?: boolean },
  ): void;
}

const FAILURES: Record<number, LocationFailure['code']> = { 1: 'permission_denied', 3: 'position_timeout' };

const failureOf = ({ code }: GeolocationFailure): LocationFailure => ({
  code: FAILURES[code] ?? 'position_unavailable',
});

const sampleOf = ({ coords, timestamp, mocked }: GeolocationFix): LocationSample => ({
  latitude: coords.latitude,
  longitude: coords.longitude,
  accuracyM: coords.accuracy,
  altitudeM: coords.altitude ?? undefined,
  timestamp,
  mocked: mocked ?? null,
  provider: 'community-geolocation',
});

/**
 * Positions of `@react-native-community/geolocation`, which is given as it is: `communityGeolocation(Geolocation)`.
 * It cannot tell the permission without asking, so the person is asked at the first call.
 */
export const communityGeolocation = (
  module: CommunityGeolocationModule,
  { platform }: { platform?: string } = {},
): LocationProvider => ({
  name: 'community-geolocation',
  detectsMocks: platform === 'android',
  permission: async () => 'undetermined',
  requestPermission: () =>
    new Promise((resolve) =>
      module.requestAuthorization(
        () => resolve('granted'),
        () => resolve('denied'),
      ),
    ),
  request: ({ accuracy, timeoutMs }) =>
    new Promise((resolve, reject) =>
      module.getCurrentPosition(
        (fix) => resolve(sampleOf(fix)),
        (failure) => reject(failureOf(failure)),
        { timeout: timeoutMs, maximumAge: 0, enableHighAccuracy: accuracy === 'high' },
      ),
    ),
});
