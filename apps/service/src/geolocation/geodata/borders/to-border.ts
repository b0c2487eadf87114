import { type BoundaryPack, sidesOf } from '../packed/pack.ts';
import type { Packs } from '../packed/packs.ts';
import { normaliseLng } from '../places/position.ts';
import { nearestSegment } from './distance.ts';

/** No caller needs more. */
export const REACH_M = 5_000;

/**
 * Metres to the nearest border between countries or subdivisions, independent of any rule; null beyond 5 km.
 */
export function borderDistance(packs: Packs, lat: number, lng_any: number): number | null {
  const lng = normaliseLng(lng_any);
  const { surveyed, world, countries, outer, outlined } = packs;
  let nearest: number | null = null;
  const look = (pack: BoundaryPack, mask: (chunk: number) => number) => {
    const near = nearestSegment(pack, pack.chunk_index, mask, { lat, lng, reach_m: nearest ?? REACH_M });
    if (near) nearest = near.distance_m;
  };
  const two_sided = (pack: BoundaryPack) => (chunk: number) =>
    pack.arc_sides[2 * pack.arc_of_chunk[chunk]! + 1]! >= 0 ? -1 : 0;
  // An outline of the operator's own stands for the coarse line beside it.
  const outline = (chunk: number) =>
    sidesOf(countries, chunk).every((side) => side && outlined.has(side.country))
      ? 0
      : two_sided(countries)(chunk);
  look(countries, outline);
  look(surveyed, (chunk) => two_sided(surveyed)(chunk) || outer[chunk]!);
  look(world, two_sided(world));
  return nearest === null ? null : Math.round(nearest);
}
