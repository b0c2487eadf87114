import type { Place } from '../places/locate.ts';
import { normaliseLng } from '../places/position.ts';
import { SURE_SIGMAS, spreadOf } from '../rules/quadrature.ts';
import { closer, gridQuery, type Query, window } from './distance.ts';
import { countryLines, innerLines, type Lines } from './every.ts';
import { type BoundaryPack, errorOf } from './pack.ts';
import { type Packs, packFor } from './packs.ts';

/** A border as a fix sees it: how far away it is, and by how much its line may be off (95 %). */
export interface DoubtfulBorder {
  distance_m: number;
  error_m: number;
}

export interface DoubtfulBorders {
  /** Between two countries. */
  country: DoubtfulBorder | null;
  /** Between two subdivisions of one country. */
  inner: DoubtfulBorder | null;
}

/**
 * The least certain border of each kind, independent of any rule; null when the fix is surely on this side of all. The
 * nearest line is not always the least certain: a coarse one may be off by 36 km.
 */
export function doubtfulBorders(packs: Packs, { lat, lng, p95_m }: Fix, place: Place): DoubtfulBorders {
  const at = { lat, lng: normaliseLng(lng), p95_m };
  // Off its polygon a subdivision is less certain than its lines.
  const off_polygon = place.source === 'nearest' ? packFor(packs, place.country!) : null;
  const least = (pack: BoundaryPack) => (pack === off_polygon ? place.boundary_error_m : 0);
  const of = (lines: Lines[]) => leastCertain(lines, at, least);
  return { country: of(countryLines(packs)), inner: of(innerLines(packs)) };
}

export interface Fix {
  lat: number;
  lng: number;
  p95_m: number;
}

interface Seen extends Fix {
  /** An error that no line is below. */
  least_error_m: number;
}

interface Found {
  /** Distance in standard deviations. */
  sigmas: number;
  border: DoubtfulBorder | null;
}

function leastCertain(lines: Lines[], at: Fix, least: (pack: BoundaryPack) => number): DoubtfulBorder | null {
  const found: Found = { sigmas: SURE_SIGMAS, border: null };
  for (const each of lines) lookIn(each, { ...at, least_error_m: least(each.pack) }, found);
  return found.border;
}

function lookIn({ pack, mask }: Lines, at: Seen, found: Found): void {
  const query = gridQuery(pack, { lat: at.lat, lng: at.lng });
  const { all, of_chunk } = mostErrors(pack);
  const spread = (error_m: number) => spreadOf(at.p95_m, Math.max(error_m, at.least_error_m));
  const reach_m = found.sigmas * spread(all);
  for (const chunk of window(pack.chunk_index, query, reach_m)) {
    const least = boxDistance(pack, chunk, query) / spread(of_chunk[chunk]!);
    const bits = least < found.sigmas ? mask(chunk) : 0;
    if (bits !== 0) lookAlong(pack, chunk, bits, query, at, found);
  }
}

function lookAlong(
  pack: BoundaryPack,
  chunk: number,
  bits: number,
  q: Query,
  { p95_m, least_error_m }: Seen,
  found: Found,
): void {
  for (let bit = 0; bit < pack.chunk_segments[chunk]!; bit++) {
    if ((bits & (1 << bit)) === 0) continue;
    const error_m = Math.max(errorOf(pack, chunk, bit), least_error_m);
    const spread = spreadOf(p95_m, error_m);
    const near = { distance_m: found.sigmas * spread, east_m: 0, north_m: 0 };
    const i = 2 * (pack.chunk_first[chunk]! + bit);
    const [ax, ay, bx, by] = pack.points.subarray(i, i + 4) as unknown as [number, number, number, number];
    if (!closer((ax - q.x) * q.kx, (ay - q.y) * q.ky, (bx - ax) * q.kx, (by - ay) * q.ky, near)) continue;
    found.sigmas = near.distance_m / spread;
    found.border = { distance_m: Math.round(near.distance_m), error_m };
  }
}

/** Metres to the box of a chunk; 0 inside. */
function boxDistance({ chunk_box }: BoundaryPack, chunk: number, { x, y, kx, ky }: Query): number {
  const box = 4 * chunk;
  const dx = Math.max(chunk_box[box]! - x, 0, x - chunk_box[box + 2]!);
  const dy = Math.max(chunk_box[box + 1]! - y, 0, y - chunk_box[box + 3]!);
  return Math.hypot(dx * kx, dy * ky);
}

interface MostErrors {
  all: number;
  of_chunk: Uint16Array;
}

const mostErrorsOf = new WeakMap<BoundaryPack, MostErrors>();

/** The largest error in each chunk and in the pack, so that most chunks need no look at their segments. */
function mostErrors(pack: BoundaryPack): MostErrors {
  const known = mostErrorsOf.get(pack);
  if (known) return known;
  const of_chunk = new Uint16Array(pack.chunk_segments.length);
  for (let chunk = 0; chunk < of_chunk.length; chunk++) {
    for (let bit = 0; bit < pack.chunk_segments[chunk]!; bit++)
      of_chunk[chunk] = Math.max(of_chunk[chunk]!, errorOf(pack, chunk, bit));
  }
  const made = { all: of_chunk.reduce((x, y) => Math.max(x, y), 0), of_chunk };
  mostErrorsOf.set(pack, made);
  return made;
}
