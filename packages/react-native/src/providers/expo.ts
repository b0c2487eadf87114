import type { LocationFailure, LocationProvider, PermissionAnswer } from './provider.ts';

interface ExpoPermission {
  status: string;
  canAskAgain?: boolean;
  ios?: { accuracy?: string };
  android?: { accuracy?: string };
}

/** The part of `expo-location` that is used. */
export interface ExpoLocationModule {
  getForegroundPermissionsAsync(): Promise<ExpoPermission>;
  requestForegroundPermissionsAsync(): Promise<ExpoPermission>;
  hasServicesEnabledAsync?(): Promise<boolean>;
  getCurrentPositionAsync(options: { accuracy: number }): Promise<{
    coords: { latitude: number; longitude: number; accuracy: number | null; altitude: number | null };
    timestamp: number;
    mocked?: boolean;
  }>;
}

/** `Accuracy.Balanced` and `Accuracy.Highest` of expo-location. */
const LEVELS = { balanced: 3, high: 5 } as const;

const answerOf = ({ status, canAskAgain }: ExpoPermission): PermissionAnswer => {
  if (status === 'granted') return 'granted';
  // Android says "denied" also while it would ask again.
  return status === 'undetermined' || canAskAgain ? 'undetermined' : 'denied';
};

const preciseIn = ({ ios, android }: ExpoPermission): boolean | undefined => {
  const accuracy = ios?.accuracy ?? android?.accuracy;
  return accuracy === undefined ? undefined : accuracy === 'full' || accuracy === 'fine';
};

/**
 * Positions of `expo-location`, which is given as it is: `expoLocation(Location)`. Made-up positions are reported on
 * Android only.
 */
export const expoLocation = (
  module: ExpoLocationModule,
  { platform }: { platform?: string } = {},
): LocationProvider => {
  let precise: boolean | undefined;
  const read = async (permission: Promise<ExpoPermission>): Promise<ExpoPermission> => {
    const found = await permission;
    precise = preciseIn(found);
    return found;
  };
  return {
    name: 'expo-location',
    detectsMocks: platform === 'android',
    permission: async () => answerOf(await read(module.getForegroundPermissionsAsync())),
    requestPermission: async () => {
      const answer = answerOf(await read(module.requestForegroundPermissionsAsync()));
      return answer === 'undetermined' ? 'dismissed' : answer;
    },
    request: async ({ accuracy }) => {
      const on = (await module.hasServicesEnabledAsync?.()) ?? true;
      if (!on) throw { code: 'position_unavailable' } satisfies LocationFailure;
      const { coords, timestamp, mocked } = await module.getCurrentPositionAsync({
        accuracy: LEVELS[accuracy],
      });
      return {
        latitude: coords.latitude,
        longitude: coords.longitude,
        accuracyM: coords.accuracy ?? Number.NaN,
        altitudeM: coords.altitude ?? undefined,
        timestamp,
        mocked: mocked ?? null,
        provider: 'expo-location',
        precise,
      };
    },
  };
};
