import { metresPerDegree } from '../places/position.ts';
import { regionsAt } from '../places/regions-at.ts';
import { nearestSegment } from './distance.ts';
import { type BoundaryPack, shared, sidesOf } from './pack.ts';

/** A segment at the edge of the US data that is a border with another country, not a coast. */
export interface OuterBorders {
  /**
   * Country beyond each segment, by chunk and bit: `beyond[32 * chunk + bit]` is an index into `countries`,
   * or −1.
   */
  beyond: Int8Array;
  countries: string[];
  /** Bit i: segment i of the chunk is such a border. */
  masks: Int32Array;
}

/**
 * Farther than this from a line between two countries, the edge of the data is a coast. The coarse lines err
 * by up to 10 km.
 */
const NEAR_A_COUNTRY_M = 15_000;
/**
 * Distance beyond the edge at which the other country is looked for: past the errors of the coarser data,
 * short of the next lake.
 */
const PROBES_M = [3_000, 7_000];

/**
 * Finds the borders with other countries at the edge of the US data. The data of US states are several times
 * finer than any world-wide country border (measured: the Rio Grande is up to 10 km off in those, 1 km in
 * these), but they end at the coast and at the border alike. This function tells the two apart.
 */
export function outerBorders(us: BoundaryPack, countries: BoundaryPack, world: BoundaryPack): OuterBorders {
  const found: OuterBorders = {
    beyond: new Int8Array(shared(32 * us.arc_of_chunk.length)).fill(-1),
    countries: [],
    masks: new Int32Array(shared(4 * us.arc_of_chunk.length)),
  };
  const foreign = (chunk: number) => {
    const [a, b] = sidesOf(countries, chunk);
    return a && b && (a.country === 'US') !== (b.country === 'US') ? -1 : 0;
  };
  for (let chunk = 0; chunk < us.arc_of_chunk.length; chunk++) {
    if (us.arc_sides[2 * us.arc_of_chunk[chunk]! + 1]! >= 0) continue;
    for (let bit = 0; bit < us.chunk_segments[chunk]!; bit++) {
      const i = 2 * (us.chunk_first[chunk]! + bit);
      const [x0, y0, x1, y1] = [us.points[i]!, us.points[i + 1]!, us.points[i + 2]!, us.points[i + 3]!];
      const lng = ((x0 + x1) / 2) * us.scale[0] + us.translate[0];
      const lat = ((y0 + y1) / 2) * us.scale[1] + us.translate[1];
      const at = { lat, lng, reach_m: NEAR_A_COUNTRY_M };
      if (!nearestSegment(countries, countries.chunk_index, foreign, at)) continue;
      const dx = (x1 - x0) * us.scale[0];
      const dy = (y1 - y0) * us.scale[1];
      const country = beyond(us, world, lat, lng, dx, dy);
      if (country === null) continue;
      if (!found.countries.includes(country)) found.countries.push(country);
      found.beyond[32 * chunk + bit] = found.countries.indexOf(country);
      found.masks[chunk]! |= 1 << bit;
    }
  }
  return found;
}

/**
 * The country on the far side of a segment, given its middle and direction (degrees). Null when there is
 * none: the segment is a coast.
 */
function beyond(us: BoundaryPack, world: BoundaryPack, lat: number, lng: number, dx: number, dy: number) {
  const metres = metresPerDegree(lat);
  const [east, north] = [dx * metres.lng, dy * metres.lat];
  const length = Math.hypot(east, north) || 1;
  for (const probe_m of PROBES_M) {
    for (const side of [1, -1]) {
      const y = lat - (side * probe_m * east) / length / metres.lat;
      const x = lng + (side * probe_m * north) / length / metres.lng;
      if (regionsAt(us, y, x).length > 0) continue;
      const there = regionsAt(world, y, x)[0];
      if (there) return there.country;
    }
  }
  return null;
}
