import type { Places } from '../../apps/service/src/geolocation/geodata/places/places.ts';
import { metresPerDegree } from '../../apps/service/src/geolocation/geodata/places/position.ts';
import type { Sample } from './sample.ts';
import { contains, type Outline } from './truth.ts';

const RINGS_M = [0, 750, 1_500];
const DIRECTIONS = 12;

/**
 * Codes of the other states and countries whose land lies within 1.5 km of a true position. If the list is
 * empty for a position beside a state of the file, the position is in the water off its shore. The outlines
 * end at the shore, so its true jurisdiction is unknown. The data under test are asked only whether other
 * land is near, never on which side of a line a position lies.
 */
export function landAbout(
  places: Places,
  { true_lat, true_lng }: Sample,
  mine: (code: string) => boolean,
  land: Outline,
): Set<string> {
  const found = new Set<string>();
  const metres = metresPerDegree(true_lat);
  for (const radius_m of RINGS_M) {
    for (let d = 0; d < (radius_m === 0 ? 1 : DIRECTIONS); d++) {
      const angle = (2 * Math.PI * d) / DIRECTIONS;
      const lat = true_lat + (radius_m * Math.cos(angle)) / metres.lat;
      const lng = true_lng + (radius_m * Math.sin(angle)) / metres.lng;
      if (!contains(land, lat, lng)) continue;
      const { source, country, subdivision } = places.locate(lat, lng);
      if (source !== 'polygon') continue;
      const code = country === 'US' ? subdivision! : country!;
      if (!mine(code)) found.add(code);
    }
  }
  return found;
}
