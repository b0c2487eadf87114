import type { Deps } from '../../deps.ts';
import type { NetworkFacts, PlaceFacts } from '../decision/facts.ts';
import type { ChosenPosition } from '../decision/position.ts';

/**
 * As far as a mobile cell reaches (GSM's timing advance ends at 35 km), and people of border towns commute.
 */
const REACH_M = 30_000;

/**
 * Whether the address's country begins within 30 km of the position: there the neighbour's networks are
 * everyday ones, and such an address says nothing against the position. Null when it is the position's own,
 * or either is unknown.
 */
export function countryNear(
  { places }: Pick<Deps, 'places'>,
  position: ChosenPosition | null,
  place: PlaceFacts | null,
  { country }: Pick<NetworkFacts, 'country'>,
): boolean | null {
  if (!position || !place?.country || country === null || country === place.country) return null;
  return places.countryWithin(country, position, REACH_M);
}
