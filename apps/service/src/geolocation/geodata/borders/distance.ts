import type Flatbush from 'flatbush';
import type { BoundaryPack } from '../packed/pack.ts';
import { metresPerDegree } from '../places/position.ts';

/** The segments of a chunk that count: bit i for segment i. */
type SegmentMask = (chunk: number) => number;

/** The nearest point of a border, as seen from the requested place. */
export interface Nearest {
  distance_m: number;
  east_m: number;
  north_m: number;
}

interface NearestSegment extends Nearest {
  chunk: number;
  /** Number of the segment in its chunk. */
  bit: number;
}

export interface Spot {
  lat: number;
  /** In [−180, 180). */
  lng: number;
  reach_m: number;
}

/** Most borders are far away or close by, so the search looks close first, then in growing windows. */
const FIRST_WINDOW_M = 2_000;

/**
 * The nearest border segment within `reach_m`, or null. `index` holds the boxes of chunks; its item i is
 * chunk `chunks[i]` of the pack, or chunk i itself when `chunks` is absent.
 */
export function nearestSegment(
  pack: BoundaryPack,
  index: Flatbush,
  mask: SegmentMask,
  at: Spot,
  chunks?: Uint32Array,
): NearestSegment | null {
  // A reach that is no number would find the whole world, or never end.
  if (!(at.reach_m >= 0)) return null;
  const query = gridQuery(pack, at);
  for (let radius = Math.min(FIRST_WINDOW_M, at.reach_m); ; radius = Math.min(4 * radius, at.reach_m)) {
    const best: NearestSegment = { distance_m: radius, east_m: 0, north_m: 0, chunk: -1, bit: -1 };
    for (const item of window(index, query, radius)) {
      const chunk = chunks ? chunks[item]! : item;
      if (boxDistance(pack, chunk, query) > best.distance_m * ROUNDING) continue;
      scanChunk(pack, chunk, mask(chunk), query, best);
    }
    if (best.chunk >= 0) return best;
    if (radius >= at.reach_m) return null;
  }
}

/** Calls `visit` with the nearest point of every segment within `reach_m`. */
export function eachSegment(
  pack: BoundaryPack,
  index: Flatbush,
  mask: SegmentMask,
  at: Spot,
  chunks: Uint32Array,
  visit: (east_m: number, north_m: number) => void,
): void {
  if (!(at.reach_m >= 0)) return;
  const query = gridQuery(pack, at);
  for (const item of window(index, query, at.reach_m)) {
    const chunk = chunks[item]!;
    if (boxDistance(pack, chunk, query) > at.reach_m * ROUNDING) continue;
    const bits = mask(chunk);
    for (let bit = 0; bit < pack.chunk_segments[chunk]!; bit++) {
      const one = bits & (1 << bit);
      if (one === 0) continue;
      const single: NearestSegment = { distance_m: at.reach_m, east_m: 0, north_m: 0, chunk: -1, bit: -1 };
      scanChunk(pack, chunk, one, query, single);
      if (single.chunk >= 0) visit(single.east_m, single.north_m);
    }
  }
}

export interface Query {
  x: number;
  y: number;
  kx: number;
  ky: number;
}

export function gridQuery(pack: BoundaryPack, { lat, lng }: Pick<Spot, 'lat' | 'lng'>): Query {
  const metres = metresPerDegree(lat);
  return {
    x: (lng - pack.translate[0]) / pack.scale[0],
    y: (lat - pack.translate[1]) / pack.scale[1],
    kx: metres.lng * pack.scale[0],
    ky: metres.lat * pack.scale[1],
  };
}

export const window = (index: Flatbush, { x, y, kx, ky }: Query, radius: number) =>
  index.search(x - radius / kx, y - radius / ky, x + radius / kx, y + radius / ky);

/** Metres to the box of a chunk; 0 inside. */
export function boxDistance({ chunk_box }: BoundaryPack, chunk: number, { x, y, kx, ky }: Query): number {
  const box = 4 * chunk;
  const dx = kx * Math.max(chunk_box[box]! - x, 0, x - chunk_box[box + 2]!);
  const dy = ky * Math.max(chunk_box[box + 1]! - y, 0, y - chunk_box[box + 3]!);
  return Math.sqrt(dx * dx + dy * dy);
}

/** A segment at the edge of its chunk's box is as far away as the box, but for the last digit. */
const ROUNDING = 1.000_001;

function scanChunk(pack: BoundaryPack, chunk: number, bits: number, q: Query, best: NearestSegment): void {
  if (bits === 0) return;
  const { points } = pack;
  const first = 2 * pack.chunk_first[chunk]!;
  const segments = pack.chunk_segments[chunk]!;
  for (let bit = 0; bit < segments; bit++) {
    if ((bits & (1 << bit)) === 0) continue;
    const i = first + 2 * bit;
    const ax = (points[i]! - q.x) * q.kx;
    const ay = (points[i + 1]! - q.y) * q.ky;
    const dx = (points[i + 2]! - points[i]!) * q.kx;
    const dy = (points[i + 3]! - points[i + 1]!) * q.ky;
    if (closer(ax, ay, dx, dy, best)) {
      best.chunk = chunk;
      best.bit = bit;
    }
  }
}

/**
 * Takes the nearest point of the segment from (ax, ay) by (dx, dy), metres, when it is closer than the best
 * so far.
 */
export function closer(ax: number, ay: number, dx: number, dy: number, best: Nearest): boolean {
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
  const east = ax + t * dx;
  const north = ay + t * dy;
  const distance = Math.sqrt(east * east + north * north);
  if (distance > best.distance_m) return false;
  best.distance_m = distance;
  best.east_m = east;
  best.north_m = north;
  return true;
}
