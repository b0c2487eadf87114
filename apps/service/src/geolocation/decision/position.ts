import type { Evidence, Position } from '@standpoint/contract';

/** The reading that decides, on one scale for every platform. */
export interface ChosenPosition {
  lat: number;
  lng: number;
  /** Radius in metres that holds the true position with 95 % probability; never below 5. */
  p95_m: number;
  /** Time as the client reported it, by its own clock. */
  measured_at: string;
  /** Age of the fix at receipt, milliseconds, never negative; see `fixAge`. */
  age_ms: number;
  /** Milliseconds by which the fix lies in the future of both clocks; 0 when it does not. */
  ahead_ms: number;
  /** Index of this reading in the reported positions. */
  index: number;
  altitude_m: number | null;
  speed_mps: number | null;
}

export type Rejection =
  | 'not_a_place'
  | 'accuracy_not_a_number'
  | 'accuracy_not_positive'
  | 'accuracy_too_large'
  | 'no_time';

/**
 * Factors from each platform's accuracy to p95. A circular Gaussian fix has P(r ≤ R) = 1 − exp(−R² / 2σ²), so
 * p95 is σ √(2 ln 20). The web reports p95 itself (W3C), Android the 68 % radius, iOS the root mean square √2
 * σ.
 */
const P95_OF_SIGMA = Math.sqrt(2 * Math.log(20));
export const P95_FACTOR = {
  p95: 1,
  p68: P95_OF_SIGMA / Math.sqrt(-2 * Math.log(1 - 0.68)),
  rms: P95_OF_SIGMA / Math.SQRT2,
} as const;

/** No consumer receiver is honestly better than this. */
const FLOOR_M = 5;
const CEILING_M = 100_000;
/**
 * The longest time between sealing and receipt that an honest slow network explains; also the leeway of our
 * tokens.
 */
const TRANSIT_MS = 30_000;
/** Metres of doubt per second of age: an older fix is worth less. Walking and turning are included. */
const DRIFT_MPS = 2;
/** Two clocks of one device may honestly differ by this much. */
export const FUTURE_TOLERANCE_MS = 5_000;
/** A fix that claims to come from the future is taken only when there is no other. */
const FUTURE_PENALTY_M = 1e9;

/** p95 in metres with the floor applied, or the reason why the reading cannot be used. */
export function p95Of(position: Position, platform: Evidence['platform']): number | Rejection {
  const { lat, lng, accuracy_m, accuracy_basis } = position;
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return 'not_a_place';
  if (!Number.isFinite(accuracy_m)) return 'accuracy_not_a_number';
  // Native platforms report 0 or less for "invalid". On the web 0 breaks the standard: usable, but a tell of
  // its own.
  if (accuracy_m < 0 || (accuracy_m === 0 && platform !== 'web')) return 'accuracy_not_positive';
  const p95 = accuracy_m * P95_FACTOR[accuracy_basis];
  if (p95 > CEILING_M) return 'accuracy_too_large';
  return Math.max(FLOOR_M, p95);
}

/**
 * Age of a fix at receipt. Device clocks are wrong, so the fix is compared with the device's own clock at
 * sealing. Only the transport time is added, at most 30 s of it: `(epoch − measured) + clamp(now − epoch, 0,
 * 30 s)`. The check `clock_skew` sees a client that holds a sealed payload back or sets the clock. Without a
 * device clock, only the server's counts.
 */
export function fixAge(measured_ms: number, epoch_ms: number | null, now_ms: number) {
  if (epoch_ms === null) {
    return { age_ms: Math.max(0, now_ms - measured_ms), ahead_ms: Math.max(0, measured_ms - now_ms) };
  }
  const transit = Math.min(TRANSIT_MS, Math.max(0, now_ms - epoch_ms));
  return {
    age_ms: Math.max(0, epoch_ms - measured_ms + transit),
    // A receiver can know the time better than the device does: a fix is in the future only when both clocks
    // say so.
    ahead_ms: Math.max(0, measured_ms - Math.max(epoch_ms, now_ms)),
  };
}

/** The device's clock at sealing, or null. */
export function deviceClock(evidence: Evidence): number | null {
  const epoch = evidence.clock?.epoch_ms;
  return typeof epoch === 'number' && Number.isFinite(epoch) ? epoch : null;
}

/**
 * Picks one reading; averaging would treat correlated errors as independent. The lowest p95 plus doubt for
 * its age wins; among equals, the earlier in the list.
 */
export function choosePosition(evidence: Evidence, now_ms: number): ChosenPosition | null {
  let best: { score: number; chosen: ChosenPosition } | null = null;
  for (const [index, position] of evidence.positions.entries()) {
    const chosen = usable(position, index, evidence, now_ms);
    if (typeof chosen === 'string') continue;
    const speed = Math.max(0, chosen.speed_mps ?? 0);
    const doubt = ((DRIFT_MPS + speed) * chosen.age_ms) / 1_000;
    const score = chosen.p95_m + doubt + (chosen.ahead_ms > FUTURE_TOLERANCE_MS ? FUTURE_PENALTY_M : 0);
    if (!best || score < best.score) best = { score, chosen };
  }
  return best?.chosen ?? null;
}

/** The reasons of the readings that cannot be used, in the order of the list. */
export function rejections(evidence: Evidence): Rejection[] {
  return evidence.positions
    .map((position, index) => usable(position, index, evidence, 0))
    .filter((result) => typeof result === 'string');
}

function usable(
  position: Position,
  index: number,
  evidence: Evidence,
  now_ms: number,
): ChosenPosition | Rejection {
  const p95_m = p95Of(position, evidence.platform);
  if (typeof p95_m === 'string') return p95_m;
  const measured_ms = Date.parse(position.measured_at);
  if (Number.isNaN(measured_ms)) return 'no_time';
  return {
    lat: position.lat,
    lng: position.lng,
    p95_m,
    measured_at: position.measured_at,
    ...fixAge(measured_ms, deviceClock(evidence), now_ms),
    index,
    altitude_m: finite(position.altitude_m),
    speed_mps: finite(position.speed_mps),
  };
}

const finite = (value: number | undefined) =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
