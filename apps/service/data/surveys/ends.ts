/** Where the surveyed lines end at another country, and where at a coast. */
import { nearestSegment } from '../../src/geolocation/geodata/borders/distance.ts';
import { pointOn } from '../../src/geolocation/geodata/borders/sides.ts';
import { type BoundaryPack, sidesOf } from '../../src/geolocation/geodata/packed/pack.ts';
import { metresPerDegree } from '../../src/geolocation/geodata/places/position.ts';
import { regionsAt } from '../../src/geolocation/geodata/places/regions-at.ts';
import { pairOf } from '../local-errors.ts';

/**
 * Farther than this from a coarse line of the country, the end of the data is a coast. Those lines err by up to
 * 20 km.
 */
const NEAR_A_COUNTRY_M = 20_000;
/**
 * Distances beyond the end at which the other country is looked for: from just across a precise line to past
 * the errors of the coarser data, short of the next lake.
 */
const PROBES_M = [300, 1_000, 3_000, 7_000];
/** Lakes whose shore is where a survey ends, though the country goes on: [south, west, north, east]. */
const LAKES: readonly [number, number, number, number][] = [
  [47.45, 9.02, 47.83, 9.76], // Constance
  [46.19, 6.13, 46.53, 6.93], // Geneva
];

/** Parts of the Great Lakes and the sea through which a survey draws a line that no ground carries. */
const OPEN_WATER: readonly [number, number, number, number][] = [
  [46.55, -89.3, 48.4, -84.75], // Superior
  [43.03, -83.6, 45.9, -82.1], // Huron
  [41.3, -83.2, 42.04, -82.4], // Erie, west
  [41.5, -82.4, 42.86, -78.92], // Erie
  [43.3, -79.2, 44.1, -76.42], // Ontario
];

export const isOpenWater = (lat: number, lng: number): boolean =>
  OPEN_WATER.some(([s, w, n, e]) => lat > s && lat < n && lng > w && lng < e);

/** The country beyond each piece at the end of the data, by the number of its point; null where there is none. */
export function endsAt(
  surveyed: BoundaryPack,
  countries: BoundaryPack,
  compared: BoundaryPack,
): (string | null)[] {
  const ends: (string | null)[] = new Array(surveyed.points.length / 2).fill(null);
  const pairs = Array.from(countries.arc_of_chunk, (_, chunk) => pairOf(countries, chunk));
  for (let chunk = 0; chunk < surveyed.arc_of_chunk.length; chunk++) {
    const [mine, other] = sidesOf(surveyed, chunk);
    if (!mine || other) continue;
    const foreign = (c: number) => (pairs[c]?.split(' ').includes(mine.country) ? -1 : 0);
    const [lng, lat] = pointOn(surveyed, chunk, 0, 0.5);
    const at = { lat, lng, reach_m: 2 * NEAR_A_COUNTRY_M };
    if (!nearestSegment(countries, countries.chunk_index, foreign, at)) continue;
    for (let bit = 0; bit < surveyed.chunk_segments[chunk]!; bit++) {
      const beyond = beyondPiece(surveyed, chunk, bit, { mine: mine.country, compared, countries, foreign });
      ends[surveyed.chunk_first[chunk]! + bit] = beyond;
    }
  }
  return ends;
}

interface Around {
  mine: string;
  compared: BoundaryPack;
  countries: BoundaryPack;
  foreign: (chunk: number) => number;
}

function beyondPiece(
  surveyed: BoundaryPack,
  chunk: number,
  bit: number,
  { mine, compared, countries, foreign }: Around,
): string | null {
  const [x0, y0] = pointOn(surveyed, chunk, bit, 0);
  const [x1, y1] = pointOn(surveyed, chunk, bit, 1);
  const [lat, lng] = [(y0 + y1) / 2, (x0 + x1) / 2];
  if (LAKES.some(([s, w, n, e]) => lat > s && lat < n && lng > w && lng < e)) return null;
  const at = { lat, lng, reach_m: NEAR_A_COUNTRY_M };
  if (!nearestSegment(countries, countries.chunk_index, foreign, at)) return null;
  const metres = metresPerDegree(lat);
  const [east, north] = [(x1 - x0) * metres.lng, (y1 - y0) * metres.lat];
  const length = Math.hypot(east, north) || 1;
  for (const probe_m of PROBES_M)
    for (const side of [1, -1]) {
      const y = lat - (side * probe_m * east) / length / metres.lat;
      const x = lng + (side * probe_m * north) / length / metres.lng;
      const [there] = regionsAt(surveyed, y, x);
      const country = there?.country ?? regionsAt(compared, y, x)[0]?.country;
      if (country && country !== mine) return country;
    }
  return null;
}
