import type { Evidence } from '@standpoint/contract';
import type { ErrorCode } from '../errors.ts';
import { featureState } from './permission.ts';
import { type Found, type OnReading, type PositionOptions, watchPositions } from './watch.ts';

/** Result of a search, with the state of the permission afterwards. */
export interface PositionFacts extends Found {
  permission: NonNullable<Evidence['permission']>;
}

const permissionAfter = async (facts: Found): Promise<PositionFacts['permission']['state']> => {
  if (facts.positions[0]) return 'granted';
  const state = (await featureState('geolocation')) as PositionFacts['permission']['state'];
  if (facts.position_error !== 'permission_denied' || state === 'blocked_by_policy') return state;
  // If the browser would ask again, the person closed the prompt without an answer.
  return state === 'prompt' ? 'dismissed' : 'denied';
};

const NAMES = {
  permission_denied: 'permission_denied',
  position_unavailable: 'location_unavailable',
  position_timeout: 'location_timeout',
  unsupported: 'unsupported_browser',
} as const;

/** Why no position came; undefined when one did. */
export const problemOf = ({ permission, position_error }: PositionFacts): ErrorCode | undefined => {
  const { state } = permission;
  if (!position_error) return undefined;
  if (state === 'blocked_by_policy') return 'permission_blocked_by_policy';
  // Some browsers call neither function when the person closes the prompt: it was left unanswered.
  if (/prompt|dis/.test(state)) return 'permission_dismissed';
  return NAMES[position_error];
};

/**
 * Collects up to five readings from `watchPosition` (W3C Geolocation), until one is good enough, no new one
 * comes, or the time is over. Settles exactly once and rejects only with the signal's reason.
 */
export const acquirePositions = async (
  options: PositionOptions = {},
  signal: AbortSignal,
  onReading: OnReading = () => {},
): Promise<PositionFacts> => {
  if (!navigator.geolocation) {
    const search = { seen: [], track: [] };
    return { permission: { state: 'unknown' }, positions: [], position_error: 'unsupported', search };
  }
  const found = await watchPositions(options, signal, onReading);
  return { permission: { state: await permissionAfter(found) }, ...found };
};
