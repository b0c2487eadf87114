import { nearestSegment } from '../borders/distance.ts';
import type { Packs } from '../packed/packs.ts';
import { normaliseLng } from './position.ts';

/**
 * Whether a border or coast of the country lies within `reach_m`, measured to the country lines; also for a
 * point inside the country.
 */
export function countryWithin(
  { countries }: Packs,
  country: string,
  at: { lat: number; lng: number },
  reach_m: number,
): boolean {
  const { arc_sides, arc_of_chunk, chunk_index, regions } = countries;
  const borders = (side: number) => side >= 0 && regions[side]!.country === country;
  const theirs = (chunk: number) => {
    const arc = 2 * arc_of_chunk[chunk]!;
    return borders(arc_sides[arc]!) || borders(arc_sides[arc + 1]!) ? -1 : 0;
  };
  return (
    nearestSegment(countries, chunk_index, theirs, { lat: at.lat, lng: normaliseLng(at.lng), reach_m }) !==
    null
  );
}
