import type { NetworkFacts, PlaceFacts } from '../decision/facts.ts';
import type { ChosenPosition } from '../decision/position.ts';
import type { Places } from '../geodata/places/places.ts';

/** The reach of a mobile cell (GSM's timing advance ends at 35 km). People in border towns also commute. */
const REACH_M = 30_000;

/**
 * Whether the address's country begins within 30 km of the position. Near a border the neighbour's networks
 * are normal, and such an address says nothing against the position. Null when it is the position's own
 * country, or one of the two is unknown.
 */
export function countryNear(
  { places }: { places: Pick<Places, 'countryWithin'> },
  position: ChosenPosition | null,
  place: PlaceFacts | null,
  { country }: Pick<NetworkFacts, 'country'>,
): boolean | null {
  if (!position || !place?.country || country === null || country === place.country) return null;
  return places.countryWithin(country, position, REACH_M);
}
