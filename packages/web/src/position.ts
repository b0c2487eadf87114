import type { Evidence, Position } from '@standpoint/contract';
import { featureState } from './diagnose.ts';

export interface PositionOptions {
  enableHighAccuracy?: boolean;
  /** For a position once the permission is there. Default 20,000; always finite (Safari fails on Infinity). */
  timeoutMs?: number;
  /** How old a cached position may be. Default 0. */
  maximumAgeMs?: number;
  /** Stop as soon as a reading is this good (95 %, metres). Default 50. */
  desiredAccuracyM?: number;
}

/** What was seen; a denial or a timeout is a fact for the decision, not an error. */
export interface PositionFacts {
  permission: NonNullable<Evidence['permission']>;
  positions: Position[];
  position_error?: NonNullable<Evidence['position_error']>;
}

const MAX_POSITIONS = 5;
/** While the browser's prompt is open. */
const PROMPT_MS = 60_000;
/** A source that says nothing new for this long has nothing better to say (a desktop reports once). */
const QUIET_MS = 6_000;
/** "Unavailable" is often followed by a position (CoreLocation reports it while it searches). */
const GRACE_MS = 3_000;

const isoTime = (milliseconds: number): string => {
  const usable = milliseconds > 0 && milliseconds < 253_402_300_800_000;
  return new Date(usable ? milliseconds : Date.now()).toISOString();
};

/** Null and NaN (a heading at rest) are absent; JSON leaves undefined out. */
const known = (value: number | null): number | undefined => (Number.isFinite(value) ? value! : undefined);

const toPosition = ({ coords, timestamp }: GeolocationPosition): Position | undefined => {
  const { latitude: lat, longitude: lng, accuracy } = coords;
  // A patched API may hand out anything; what JSON cannot carry would make the whole evidence unreadable.
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && Number.isFinite(accuracy))) return undefined;
  return {
    lat,
    lng,
    accuracy_m: accuracy,
    accuracy_basis: 'p95',
    altitude_m: known(coords.altitude),
    heading_deg: known(coords.heading),
    speed_mps: known(coords.speed),
    measured_at: isoTime(timestamp),
    source: 'browser',
  };
};

/** Keeps the newest and the most accurate readings, in the order in which they came. */
const keep = (positions: Position[]): void => {
  if (positions.length <= MAX_POSITIONS) return;
  const older = positions.slice(0, -1).map((position) => position.accuracy_m);
  positions.splice(older.indexOf(Math.max(...older)), 1);
};

const REASONS = { 1: 'permission_denied', 2: 'position_unavailable', 3: 'position_timeout' } as const;

const watch = (
  options: PositionOptions,
  signal: AbortSignal,
  onReading: (accuracyM: number) => void,
): Promise<Pick<PositionFacts, 'positions' | 'position_error'>> =>
  new Promise((resolve, reject) => {
    const fixMs = options.timeoutMs ?? 20_000;
    const positions: Position[] = [];
    let error: PositionFacts['position_error'];
    let id: number | undefined;
    let timer: ReturnType<typeof setTimeout>;
    let status: PermissionStatus | undefined;
    let settled = false;

    // Everything that ends the search comes through here, and only the first one counts: some browsers call back
    // twice for one denial, or with an error after a success.
    const settle = (refusal?: unknown) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      clearTimeout(limit);
      signal.removeEventListener('abort', abort);
      if (status) status.onchange = null;
      if (id !== undefined) navigator.geolocation.clearWatch(id);
      if (refusal) reject(refusal);
      else resolve({ positions, position_error: positions[0] ? undefined : (error ?? 'position_timeout') });
    };
    const abort = () => settle(signal.reason);
    const within = (milliseconds: number) => {
      clearTimeout(timer);
      if (!settled) timer = setTimeout(settle, milliseconds);
    };

    const success = (reading: GeolocationPosition) => {
      if (settled) return;
      const position = toPosition(reading);
      if (!position) {
        error = 'position_unavailable';
        return;
      }
      positions.push(position);
      keep(positions);
      onReading(position.accuracy_m);
      if (position.accuracy_m <= (options.desiredAccuracyM ?? 50)) settle();
      else within(Math.min(QUIET_MS, fixMs));
    };
    const failure = ({ code }: GeolocationPositionError) => {
      if (settled) return;
      error = REASONS[code as 1 | 2 | 3] ?? 'position_unavailable';
      if (code !== 2) settle();
      else if (!positions[0]) within(Math.min(GRACE_MS, fixMs));
    };

    let limit = setTimeout(settle, fixMs);
    within(fixMs);
    signal.addEventListener('abort', abort);
    if (signal.aborted) return abort();
    // Called at once, inside the person's gesture. The permission is only looked at to allow time for the prompt,
    // never to decide whether to ask: Safari's answer is not reliable.
    const started = navigator.geolocation.watchPosition(success, failure, {
      enableHighAccuracy: options.enableHighAccuracy ?? true,
      maximumAge: options.maximumAgeMs ?? 0,
      timeout: fixMs,
    });
    if (settled) navigator.geolocation.clearWatch(started);
    else id = started;

    const allow = (milliseconds: number) => {
      if (settled || positions[0]) return;
      clearTimeout(limit);
      limit = setTimeout(settle, milliseconds);
      within(milliseconds);
    };
    queryPermission().then((found) => {
      status = settled ? undefined : found;
      if (status?.state !== 'prompt') return;
      allow(PROMPT_MS);
      status.onchange = () => allow(fixMs);
    });
  });

const queryPermission = async (): Promise<PermissionStatus | undefined> => {
  try {
    return await navigator.permissions.query({ name: 'geolocation' });
  } catch {
    return undefined;
  }
};

const permissionAfter = async (
  facts: Pick<PositionFacts, 'positions' | 'position_error'>,
): Promise<PositionFacts['permission']['state']> => {
  if (facts.positions[0]) return 'granted';
  const state = await featureState('geolocation');
  if (facts.position_error !== 'permission_denied') return state === 'missing' ? 'unknown' : state;
  if (state === 'blocked_by_policy') return state;
  // Refused, yet the browser would ask again: the prompt was closed, not answered.
  return state === 'prompt' ? 'dismissed' : 'denied';
};

/**
 * Up to five readings from `watchPosition` (W3C Geolocation), until one is good enough, the source goes quiet or
 * the time is over. Settles exactly once and rejects only with the signal's reason.
 */
export const acquirePositions = async (
  options: PositionOptions = {},
  signal: AbortSignal,
  onReading: (accuracyM: number) => void = () => {},
): Promise<PositionFacts> => {
  if (!navigator.geolocation) {
    return { permission: { state: 'unknown' }, positions: [], position_error: 'unsupported' };
  }
  const found = await watch(options, signal, onReading);
  return { permission: { state: await permissionAfter(found) }, ...found };
};
