import type { Evidence, Position } from '@standpoint/contract';

export interface PositionOptions {
  enableHighAccuracy?: boolean;
  /**
   * Time for a position once permission is granted. Default 20,000; always finite (Safari fails on Infinity).
   */
  timeoutMs?: number;
  /** How old a cached position may be. Default 0. */
  maximumAgeMs?: number;
  /** Stop as soon as a reading is this good (95 %, metres). Default 50. */
  desiredAccuracyM?: number;
}

/** One reading, as the browser delivered it. */
export interface Seen {
  position: Position;
  raw: GeolocationPosition;
  /** Time since the browser was asked. */
  delay_ms: number;
  /** The callback ran before the call returned. */
  synchronous: boolean;
}

/** How the search went; input of the probes. */
export interface Search {
  /** The readings that were kept, in the order in which they came. */
  seen: Seen[];
  /** Both clocks at the start and at each reading that was kept. */
  track: ClockReading[];
}
export interface ClockReading {
  epoch_ms: number;
  monotonic_ms: number;
}

/** Result of a search. A denial or a timeout is a fact for the decision, not an error. */
export interface Found {
  positions: Position[];
  position_error?: NonNullable<Evidence['position_error']>;
  search: Search;
}

const MAX_POSITIONS = 5;
/** Time for the person to answer the browser's prompt. */
const PROMPT_MS = 60_000;
/** A source that reports nothing new for this long will not improve (a desktop reports once). */
const QUIET_MS = 6_000;
/** "Unavailable" is often followed by a position (CoreLocation reports it while it searches). */
const GRACE_MS = 3_000;

const isoTime = (milliseconds: number): string => {
  const usable = milliseconds > 0 && milliseconds < 253_402_300_800_000;
  return new Date(usable ? milliseconds : Date.now()).toISOString();
};

/** Null and NaN (a heading at rest) become absent; JSON leaves undefined out. */
const known = (value: number | null): number | undefined => (Number.isFinite(value) ? value! : undefined);

const toPosition = ({ coords, timestamp }: GeolocationPosition): Position | undefined => {
  const { latitude: lat, longitude: lng, accuracy } = coords;
  // A patched API may return anything. A number that JSON cannot carry would make the evidence unreadable.
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

export const readClocks = (): ClockReading => ({ epoch_ms: Date.now(), monotonic_ms: performance.now() });

/**
 * Adds a reading and returns its position; undefined when the reading holds no usable position. Of more than
 * five readings, the newest and the most accurate stay, in the order in which they came.
 */
const addReading = (
  { seen, track }: Search,
  raw: GeolocationPosition,
  synchronous: boolean,
): Position | undefined => {
  const position = toPosition(raw);
  if (!position) return undefined;
  const now = readClocks();
  track.push(now);
  const older = seen.map((reading) => reading.position.accuracy_m);
  seen.push({ position, raw, delay_ms: now.monotonic_ms - track[0]!.monotonic_ms, synchronous });
  if (older.length >= MAX_POSITIONS) {
    const worst = older.indexOf(Math.max(...older));
    seen.splice(worst, 1);
    track.splice(worst + 1, 1);
  }
  return position;
};

/** Asks the browser for positions, and returns the function that stops it. */
const startWatch = (
  options: PositionOptions,
  timeout: number,
  success: (raw: GeolocationPosition) => void,
  failure: (error: { code: number }) => void,
): (() => void) | undefined => {
  const { geolocation } = navigator;
  // The browser's own methods. A replacement on the object (a fake, but also zone.js) is not called.
  const { Geolocation: Native } = window;
  const methods = Native && geolocation instanceof Native ? Native.prototype : geolocation;
  try {
    const id = methods.watchPosition.call(geolocation, success, failure, {
      enableHighAccuracy: options.enableHighAccuracy ?? true,
      maximumAge: options.maximumAgeMs ?? 0,
      timeout,
    });
    return () => methods.clearWatch.call(geolocation, id);
  } catch {
    // A patched API may throw anything.
    failure({ code: 2 });
    return undefined;
  }
};

/** The permission, while the browser's prompt is open. */
const openPrompt = async (): Promise<PermissionStatus | undefined> => {
  try {
    const status = await navigator.permissions.query({ name: 'geolocation' });
    if (status.state === 'prompt') return status;
  } catch {}
};

const REASONS = { 1: 'permission_denied', 2: 'position_unavailable', 3: 'position_timeout' } as const;
export type OnReading = (accuracyM: number) => void;
type PositionError = (typeof REASONS)[1 | 2 | 3];

/**
 * Fills `search`, and resolves with the error to report when no reading came. Rejects with the signal's
 * reason.
 */
const runSearch = (search: Search, options: PositionOptions, signal: AbortSignal, onReading: OnReading) =>
  new Promise<PositionError>((resolve, reject) => {
    const fixMs = options.timeoutMs ?? 20_000;
    let error: PositionError = REASONS[3];
    let prompt: PermissionStatus | undefined;
    let stop: (() => void) | undefined;
    let limit: ReturnType<typeof setTimeout>;
    let timer: typeof limit;
    let settled = false;

    // Everything that ends the search comes through here, and only the first call counts: some browsers call
    // back twice for one denial, or with an error after a success.
    const settle = (refusal?: unknown) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      clearTimeout(limit);
      if (prompt) prompt.onchange = null;
      stop?.();
      if (refusal) reject(refusal);
      else resolve(error);
    };
    const abort = () => settle(signal.reason);
    const within = (milliseconds: number) => {
      clearTimeout(timer);
      if (!settled) timer = setTimeout(settle, milliseconds);
    };
    const allow = (milliseconds: number) => {
      if (settled || search.seen[0]) return;
      clearTimeout(limit);
      limit = setTimeout(settle, milliseconds);
      within(milliseconds);
    };
    const success = (raw: GeolocationPosition) => {
      if (settled) return;
      // Until watchPosition has returned there is no `stop`.
      const position = addReading(search, raw, !stop);
      if (!position) error = REASONS[2];
      else {
        onReading(position.accuracy_m);
        if (position.accuracy_m <= (options.desiredAccuracyM ?? 50)) settle();
        else within(Math.min(QUIET_MS, fixMs));
      }
    };
    const failure = ({ code }: { code: number }) => {
      if (settled) return;
      error = REASONS[code as 1 | 2 | 3] ?? REASONS[2];
      if (code !== 2) settle();
      else if (!search.seen[0]) within(Math.min(GRACE_MS, fixMs));
    };

    allow(fixMs);
    signal.addEventListener('abort', abort);
    if (signal.aborted) return abort();
    // Asked at once, inside the person's gesture. The permission only decides how long to wait for the
    // prompt, never whether to ask: Safari's answer is not reliable.
    stop = startWatch(options, fixMs, success, failure);
    if (settled) stop?.();
    openPrompt().then((status) => {
      if (settled || !status) return;
      prompt = status;
      allow(PROMPT_MS);
      prompt.onchange = () => allow(fixMs);
    });
  });

/** Watches the position until a reading is good enough, no new one comes, or the time is over. */
export const watchPositions = async (
  options: PositionOptions,
  signal: AbortSignal,
  onReading: OnReading,
): Promise<Found> => {
  const search: Search = { seen: [], track: [readClocks()] };
  const error = await runSearch(search, options, signal, onReading);
  const positions = search.seen.map(({ position }) => position);
  return { positions, position_error: positions[0] ? undefined : error, search };
};
