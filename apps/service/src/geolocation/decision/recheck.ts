import type { RECHECK_EVENTS } from '@standpoint/contract';
import { greatCircleM } from '../geodata/places/great-circle.ts';
import { trustedPlace } from './checks/trusted-place.ts';
import type { DecisionInput } from './facts.ts';

/**
 * The re-check clock. Maine 16-633 ch. 62 §3(B) and 24 NCAC 06B .0405: static devices at least every 20
 * minutes, and every 5 minutes within a mile of the border; moving devices by their distance to it at 65 mph,
 * at most every 20 minutes.
 */
const MAX_INTERVAL_S = 1_200;
const MIN_INTERVAL_S = 10;
const STATIC_NEAR_S = 300;
const MILE_M = 1_609.344;
/** 65 mph. */
export const LAW_SPEED_MPS = 29.0576;

/** Two accepted fixes at one place, this far apart in time, show that a device stays. */
const STATIC_AFTER_MS = 300_000;
/** Above this speed, a person only passes by a trusted place. */
const PASSING_MPS = 2;
/** A pass longer ago than this proves nothing about the hours between. */
const STATIC_WITHIN_MS = 1_800_000;

export type RecheckEvent = (typeof RECHECK_EVENTS)[number];

/** Whole seconds until the next check is due, whatever the decision; `retry` overrides it with 0. */
export function nextCheckS(input: DecisionInput): number {
  const { position, rule } = input;
  const { max_s = MAX_INTERVAL_S, border_m = MILE_M } = input.policy.definition.recheck ?? {};
  const most = Math.min(MAX_INTERVAL_S, max_s);
  // Without a position the distance is unknown, so the interval for a person near a border applies.
  if (!position) return Math.min(most, STATIC_NEAR_S);
  if (!rule || rule.signed_distance_m === null) return most;
  const distance_m = Math.abs(rule.signed_distance_m);
  if (isStatic(input)) return distance_m <= border_m ? Math.min(most, STATIC_NEAR_S) : most;
  const free_m = Math.max(0, distance_m - position.p95_m - rule.boundary_error_m);
  // The fix was taken `age` ago; the travel since then is already spent.
  const border_s = Math.floor(free_m / LAW_SPEED_MPS - position.age_ms / 1_000);
  return Math.min(most, Math.max(MIN_INTERVAL_S, border_s));
}

/** Movement must end a static interval early, or the promise of the 65 mph clock would not hold. */
export function recheckOn(input: DecisionInput): RecheckEvent[] {
  const always: RecheckEvent[] = ['ip_change', 'resume', 'permission_change'];
  return isStatic(input) ? [...always, 'movement'] : always;
}

/**
 * Whether the device is shown to be static; the default is mobile. Proof is a trusted place, or two accepted
 * fixes of one install, 5 to 30 minutes apart and closer than both radii.
 */
export function isStatic(input: DecisionInput): boolean {
  const { position, history, install, now_ms } = input;
  const { previous } = history;
  if (position && (position.speed_mps ?? 0) < PASSING_MPS && trustedPlace(input)) return true;
  if (!position || !previous || previous.decision !== 'pass') return false;
  if (install.id === null || install.id !== previous.install_id) return false;
  const apart_ms = now_ms - position.age_ms - (previous.at_ms - previous.age_ms);
  if (apart_ms < STATIC_AFTER_MS || apart_ms > STATIC_WITHIN_MS) return false;
  return greatCircleM(position, previous) < position.p95_m + previous.p95_m;
}

/** Seconds before the hard expiry at which a client should renew, so that no gap arises. */
export function softLeadS(interval_s: number): number {
  return Math.min(interval_s, Math.max(10, Math.ceil(interval_s / 10)));
}
