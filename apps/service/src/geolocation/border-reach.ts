import type { Deps } from '../deps.ts';
import type { NetworkFacts, PlaceFacts } from './facts.ts';
import type { ChosenPosition } from './position.ts';

/** As far as a mobile cell reaches (GSM's timing advance ends at 35 km), and people of border towns commute. */
const RINGS_M = [5_000, 12_000, 20_000, 30_000];
const DIRECTIONS = 12;
const METRES_PER_DEGREE = 111_320;

/**
 * Whether the address's country begins within 30 km of the position: there the neighbour's networks are everyday ones, and
 * such an address says nothing against the position. Null when it is the position's own, or either is unknown.
 */
export function countryNear(
  deps: Pick<Deps, 'places'>,
  position: ChosenPosition | null,
  place: PlaceFacts | null,
  { country }: Pick<NetworkFacts, 'country'>,
): boolean | null {
  if (!position || !place?.country || country === null || country === place.country) return null;
  return countryWithinReach(deps, position, country);
}

/** Looked up on rings around the position. */
function countryWithinReach(
  { places }: Pick<Deps, 'places'>,
  { lat, lng }: Pick<ChosenPosition, 'lat' | 'lng'>,
  country: string,
): boolean {
  const per_lng = METRES_PER_DEGREE * Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  for (const radius of RINGS_M) {
    for (let i = 0; i < DIRECTIONS; i++) {
      const angle = (2 * Math.PI * i) / DIRECTIONS;
      const north = Math.max(-90, Math.min(90, lat + (radius * Math.cos(angle)) / METRES_PER_DEGREE));
      if (places.locate(north, lng + (radius * Math.sin(angle)) / per_lng).country === country) return true;
    }
  }
  return false;
}
