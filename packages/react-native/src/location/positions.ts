import type { Evidence, Position } from '@standpoint/contract';
import type { LocationProvider, LocationSample } from '../providers/provider.ts';
import { type Stop, within } from '../stop.ts';

export interface PositionOptions {
  enableHighAccuracy?: boolean;
  /** Time for positions once permission is granted. Default 20,000. */
  timeoutMs?: number;
  /** Stop as soon as a reading is this good, in metres as the system reports them. Default 50. */
  desiredAccuracyM?: number;
}

export interface ClockReading {
  epoch_ms: number;
  monotonic_ms: number;
}

/** What a search found. A denial or a timeout is a fact for the decision, not an error. */
export interface Found {
  permission: NonNullable<Evidence['permission']>;
  positions: Position[];
  position_error?: NonNullable<Evidence['position_error']>;
  /** Of the last sample; undefined where the system does not say. */
  mocked?: boolean;
  /** Both clocks at the start and at each reading. */
  track: ClockReading[];
}

type PermissionState = Found['permission']['state'];
type PositionError = NonNullable<Found['position_error']>;

const MOST = 3;
/** Time for the person to answer the system's prompt. */
const PROMPT_MS = 60_000;
const LOOK_MS = 5_000;
/** A system that may show an approximate place only reports a radius of kilometres. */
const APPROXIMATE_M = 1_000;

export const readClocks = (): ClockReading => ({
  epoch_ms: Date.now(),
  monotonic_ms: Math.round(performance.now()),
});

const isoTime = (milliseconds: number): string => {
  const usable = milliseconds > 0 && milliseconds < 253_402_300_800_000;
  return new Date(usable ? milliseconds : Date.now()).toISOString();
};

const toPosition = (sample: LocationSample, platform: 'ios' | 'android'): Position | undefined => {
  const { latitude: lat, longitude: lng, accuracyM, altitudeM } = sample;
  // A provider may return anything. A number that JSON cannot carry would make the evidence unreadable.
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && accuracyM >= 0 && Number.isFinite(accuracyM))) {
    return undefined;
  }
  return {
    lat,
    lng,
    accuracy_m: accuracyM,
    // Android reports 68 %; CoreLocation the root of the mean square.
    accuracy_basis: platform === 'ios' ? 'rms' : 'p68',
    altitude_m: Number.isFinite(altitudeM) ? altitudeM : undefined,
    measured_at: isoTime(sample.timestamp),
    source: String(sample.provider || 'unknown').slice(0, 40),
  };
};

const askPermission = async (provider: LocationProvider): Promise<PermissionState> => {
  try {
    const before = await within(provider.permission(), LOOK_MS);
    if (before === 'granted' || before === 'denied') return before;
    return (await within(provider.requestPermission(), PROMPT_MS)) ?? 'prompt';
  } catch {
    return 'unknown';
  }
};

const NAMED: readonly unknown[] = ['permission_denied', 'position_unavailable', 'position_timeout'];
const errorOf = (failure: unknown): PositionError => {
  const code = (failure as { code?: unknown } | null)?.code;
  return NAMED.includes(code) ? (code as PositionError) : 'position_unavailable';
};

const isPrecise = (samples: readonly LocationSample[], positions: readonly Position[]): boolean =>
  samples.find(({ precise }) => precise !== undefined)?.precise ??
  positions.some(({ accuracy_m }) => accuracy_m < APPROXIMATE_M);

interface Search {
  provider: LocationProvider;
  platform: 'ios' | 'android';
  options: PositionOptions;
  stop: Stop;
  onReading: (accuracyM: number) => void;
  /** Both clocks; gets a reading for each position. */
  track: ClockReading[];
}

interface Searched {
  samples: LocationSample[];
  positions: Position[];
  /** Why there is no further position. */
  failure: PositionError;
}

/** Asks until a position is good enough, is not better than the one before, or the time is over. */
const searchPositions = async (search: Search): Promise<Searched> => {
  const { provider, options, platform, stop, track, onReading } = search;
  const accuracy = (options.enableHighAccuracy ?? true) ? 'high' : 'balanced';
  const until = performance.now() + (options.timeoutMs ?? 20_000);
  const found: Searched = { samples: [], positions: [], failure: 'position_timeout' };
  for (let tries = 0, best = Number.POSITIVE_INFINITY; tries < MOST; tries++) {
    const timeoutMs = Math.round(until - performance.now());
    if (timeoutMs <= 0) break;
    let sample: LocationSample | undefined;
    try {
      const work = Promise.resolve(provider.request({ accuracy, timeoutMs, signal: stop.signal }));
      sample = await within(work, timeoutMs);
    } catch (failure) {
      found.failure = errorOf(failure);
      break;
    } finally {
      stop.check();
    }
    const position = sample && toPosition(sample, platform);
    if (sample && !position) found.failure = 'position_unavailable';
    if (!position) break;
    found.samples.push(sample!);
    found.positions.push(position);
    track.push(readClocks());
    onReading(position.accuracy_m);
    if (position.accuracy_m <= (options.desiredAccuracyM ?? 50) || position.accuracy_m >= best) break;
    best = position.accuracy_m;
  }
  return found;
};

/**
 * Asks for up to three positions, until one is good enough, none is better than the one before, or the time is
 * over. Rejects only when the call has ended.
 */
export const acquirePositions = async (
  provider: LocationProvider,
  platform: 'ios' | 'android',
  options: PositionOptions = {},
  stop: Stop,
  onReading: (accuracyM: number) => void = () => {},
): Promise<Found> => {
  const track = [readClocks()];
  const state = await askPermission(provider);
  stop.check();
  if (state === 'denied' || state === 'dismissed' || state === 'prompt') {
    const position_error = state === 'prompt' ? 'position_timeout' : 'permission_denied';
    return { permission: { state, precise: false }, positions: [], position_error, track };
  }
  const search = { provider, platform, options, stop, onReading, track };
  const { samples, positions, failure } = await searchPositions(search);
  const mocked = samples.some((sample) => sample.mocked === true) || samples.at(-1)?.mocked;
  const refused = failure === 'permission_denied' ? 'denied' : state;
  return {
    permission: { state: positions[0] ? 'granted' : refused, precise: isPrecise(samples, positions) },
    positions,
    ...(!positions[0] && { position_error: failure }),
    ...(typeof mocked === 'boolean' && { mocked }),
    track,
  };
};
