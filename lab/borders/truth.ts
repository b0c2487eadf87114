import { readFileSync } from 'node:fs';
import Flatbush from 'flatbush';
import { metresPerDegree } from '../../apps/service/src/geolocation/geodata/places/position.ts';
import { vectors } from '../../apps/service/testing/vectors.ts';

type Ring = [number, number][];

/**
 * One state of the reference file. The Census publishes it, and the data under test come from the Census too: it is
 * another drawing of the same lines, and no independent source.
 */
export interface TrueState {
  code: string;
  name: string;
  /** lng, lat, lng, lat of each segment of the outline. */
  segments: Float64Array;
  /** Bounding boxes of the segments, in degrees. */
  index: Flatbush;
}

// biome-ignore format: pairs read better in rows
const CODE_OF_FIPS: Record<string, string> = {
  '01': 'AL', '02': 'AK', '04': 'AZ', '05': 'AR', '06': 'CA', '08': 'CO', '09': 'CT', '10': 'DE', '11': 'DC',
  '12': 'FL', '13': 'GA', '15': 'HI', '16': 'ID', '17': 'IL', '18': 'IN', '19': 'IA', '20': 'KS', '21': 'KY',
  '22': 'LA', '23': 'ME', '24': 'MD', '25': 'MA', '26': 'MI', '27': 'MN', '28': 'MS', '29': 'MO', '30': 'MT',
  '31': 'NE', '32': 'NV', '33': 'NH', '34': 'NJ', '35': 'NM', '36': 'NY', '37': 'NC', '38': 'ND', '39': 'OH',
  '40': 'OK', '41': 'OR', '42': 'PA', '44': 'RI', '45': 'SC', '46': 'SD', '47': 'TN', '48': 'TX', '49': 'UT',
  '50': 'VT', '51': 'VA', '53': 'WA', '54': 'WV', '55': 'WI', '56': 'WY',
};

/** The path of the reference file, or null where it is absent. */
export function truthFile(): string | null {
  const { path, absent } = vectors('borders/us-states-500k-half.geojson');
  return absent ? null : path;
}

interface Feature {
  properties: { name: string; fips: string };
  geometry: { type: string; coordinates: unknown };
}

/** Reads GeoJSON whose features carry `name` and `fips`. Territories that are not states are left out. */
export function readTruth(path: string): TrueState[] {
  const { features } = JSON.parse(readFileSync(path, 'utf8')) as { features: Feature[] };
  return features.flatMap(({ properties, geometry }) => {
    const code = CODE_OF_FIPS[properties.fips];
    if (!code) return [];
    const polygons = (
      geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    ) as Ring[][];
    return [{ code: `US-${code}`, name: properties.name, ...outline(polygons.flat()) }];
  });
}

export type Outline = Pick<TrueState, 'segments' | 'index'>;

export function outline(rings: Ring[]): Outline {
  const pairs = rings.flatMap((ring) => ring.slice(1).map((to, i) => [...ring[i]!, ...to]));
  const segments = Float64Array.from(pairs.flat());
  const index = new Flatbush(pairs.length, 16);
  for (const [x0, y0, x1, y1] of pairs as [number, number, number, number][])
    index.add(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1));
  index.finish();
  return { segments, index };
}

/** Even-odd rule over every ring, along a ray to the east. */
export function contains({ segments, index }: Outline, lat: number, lng: number): boolean {
  let inside = false;
  for (const i of index.search(lng, lat, 180, lat)) {
    const [x0, y0, x1, y1] = segments.subarray(4 * i, 4 * i + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    if (y0 > lat === y1 > lat) continue;
    if (lng < x0 + ((lat - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside;
  }
  return inside;
}

/** The outline's segment nearest to a point, and its distance. null if none is within `reach_m`. */
export function nearest(
  { segments, index }: TrueState,
  lat: number,
  lng: number,
  reach_m: number,
): { distance_m: number; segment: number } | null {
  const metres = metresPerDegree(lat);
  const [dx, dy] = [reach_m / metres.lng, reach_m / metres.lat];
  let best: { distance_m: number; segment: number } | null = null;
  for (const segment of index.search(lng - dx, lat - dy, lng + dx, lat + dy)) {
    const ax = (segments[4 * segment]! - lng) * metres.lng;
    const ay = (segments[4 * segment + 1]! - lat) * metres.lat;
    const bx = (segments[4 * segment + 2]! - lng) * metres.lng - ax;
    const by = (segments[4 * segment + 3]! - lat) * metres.lat - ay;
    const length = bx * bx + by * by;
    const t = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * bx + ay * by) / length));
    const distance_m = Math.hypot(ax + t * bx, ay + t * by);
    if (distance_m <= (best?.distance_m ?? reach_m)) best = { distance_m, segment };
  }
  return best;
}
