import type { Evidence, Position } from '@standpoint/contract';
import { featureState } from '../diagnose.ts';

export interface PositionOptions {
  enableHighAccuracy?: boolean;
  /**
   * For a position once the permission is there. Default 20,000; always finite (Safari fails on Infinity).
   */
  timeoutMs?: number;
  /** How old a cached position may be. Default 0. */
  maximumAgeMs?: number;
  /** Stop as soon as a reading is this good (95 %, metres). Default 50. */
  desiredAccuracyM?: number;
}

/** One callback, as the browser made it. */
export interface Seen {
  position: Position;
  raw: GeolocationPosition;
  /** Since the browser was asked. */
  delay_ms: number;
  /** Before the call returned. */
  synchronous: boolean;
}

/** How the search went, for the probes. */
export interface Search {
  /** Those of the positions that were kept, in their order. */
  seen: Seen[];
  /** Both clocks at the start and at each reading kept. */
  track: ClockReading[];
}
interface ClockReading {
  epoch_ms: number;
  monotonic_ms: number;
}

/** What was seen; a denial or a timeout is a fact for the decision, not an error. */
export interface PositionFacts {
  permission: NonNullable<Evidence['permission']>;
  positions: Position[];
  position_error?: NonNullable<Evidence['position_error']>;
  search: Search;
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
const keep = (seen: Seen[], track: unknown[]): void => {
  if (seen.length <= MAX_POSITIONS) return;
  const older = seen.slice(0, -1).map(({ position }) => position.accuracy_m);
  const worst = older.indexOf(Math.max(...older));
  seen.splice(worst, 1);
  track.splice(worst + 1, 1);
};

export const look = (): ClockReading => ({ epoch_ms: Date.now(), monotonic_ms: performance.now() });

const REASONS = { 1: 'permission_denied', 2: 'position_unavailable', 3: 'position_timeout' } as const;

const watch = (
  options: PositionOptions,
  signal: AbortSignal,
  onReading: (accuracyM: number) => void,
): Promise<Omit<PositionFacts, 'permission'>> =>
  new Promise((resolve, reject) => {
    const fixMs = options.timeoutMs ?? 20_000;
    const seen: Seen[] = [];
    const track = [look()];
    const { geolocation } = navigator;
    // The browser's own methods: what stands before them on the object (a fake, but also zone.js) is not
    // called.
    const { Geolocation: Native } = window;
    const methods = Native && geolocation instanceof Native ? Native.prototype : geolocation;
    let returned = false;
    let error: PositionFacts['position_error'];
    let id: number | undefined;
    let timer: ReturnType<typeof setTimeout>;
    let status: PermissionStatus | undefined;
    let settled = false;

    // Everything that ends the search comes through here, and only the first one counts: some browsers call
    // back twice for one denial, or with an error after a success.
    const settle = (refusal?: unknown) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      clearTimeout(limit);
      signal.removeEventListener('abort', abort);
      if (status) status.onchange = null;
      if (id !== undefined) methods.clearWatch.call(geolocation, id);
      if (refusal) reject(refusal);
      else {
        resolve({
          positions: seen.map(({ position }) => position),
          position_error: seen[0] ? undefined : (error ?? 'position_timeout'),
          search: { seen, track },
        });
      }
    };
    const abort = () => settle(signal.reason);
    const within = (milliseconds: number) => {
      clearTimeout(timer);
      if (!settled) timer = setTimeout(settle, milliseconds);
    };

    const success = (raw: GeolocationPosition) => {
      if (settled) return;
      const position = toPosition(raw);
      if (!position) {
        error = 'position_unavailable';
        return;
      }
      const now = look();
      track.push(now);
      const delay_ms = now.monotonic_ms - track[0]!.monotonic_ms;
      seen.push({ position, raw, delay_ms, synchronous: !returned });
      keep(seen, track);
      onReading(position.accuracy_m);
      if (position.accuracy_m <= (options.desiredAccuracyM ?? 50)) settle();
      else within(Math.min(QUIET_MS, fixMs));
    };
    const failure = ({ code }: GeolocationPositionError) => {
      if (settled) return;
      error = REASONS[code as 1 | 2 | 3] ?? 'position_unavailable';
      if (code !== 2) settle();
      else if (!seen[0]) within(Math.min(GRACE_MS, fixMs));
    };

    let limit = setTimeout(settle, fixMs);
    within(fixMs);
    signal.addEventListener('abort', abort);
    if (signal.aborted) return abort();
    // Called at once, inside the person's gesture. The permission is only looked at to allow time for the
    // prompt, never to decide whether to ask: Safari's answer is not reliable.
    try {
      const started = methods.watchPosition.call(geolocation, success, failure, {
        enableHighAccuracy: options.enableHighAccuracy ?? true,
        maximumAge: options.maximumAgeMs ?? 0,
        timeout: fixMs,
      });
      returned = true;
      if (settled) methods.clearWatch.call(geolocation, started);
      else id = started;
    } catch {
      // A patched API may throw anything.
      failure({ code: 2 } as GeolocationPositionError);
    }

    const allow = (milliseconds: number) => {
      if (settled || seen[0]) return;
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
 * Up to five readings from `watchPosition` (W3C Geolocation), until one is good enough, the source goes quiet
 * or the time is over. Settles exactly once and rejects only with the signal's reason.
 */
export const acquirePositions = async (
  options: PositionOptions = {},
  signal: AbortSignal,
  onReading: (accuracyM: number) => void = () => {},
): Promise<PositionFacts> => {
  if (!navigator.geolocation) {
    const search = { seen: [], track: [] };
    return { permission: { state: 'unknown' }, positions: [], position_error: 'unsupported', search };
  }
  const found = await watch(options, signal, onReading);
  return { permission: { state: await permissionAfter(found) }, ...found };
};
