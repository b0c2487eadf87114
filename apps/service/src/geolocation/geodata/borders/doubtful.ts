import type { BoundaryPack } from '../packed/pack.ts';
import { type Packs, packFor } from '../packed/packs.ts';
import type { Place } from '../places/locate.ts';
import { normaliseLng } from '../places/position.ts';
import { SURE_SIGMAS, spreadOf } from '../rules/quadrature.ts';
import { byError } from './classes.ts';
import { boxDistance, closer, gridQuery, type Nearest, type Query, window } from './distance.ts';
import { countryLines, innerLines, type Lines } from './every.ts';

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
  const spread = (error_m: number) => spreadOf(at.p95_m, Math.max(error_m, at.least_error_m));
  const { classes, most_of_chunk } = byError(pack);
  for (const { index, chunks, most_m } of classes) {
    for (const item of window(index, query, found.sigmas * spread(most_m))) {
      const chunk = chunks ? chunks[item]! : item;
      const least = boxDistance(pack, chunk, query) / spread(most_of_chunk[chunk]!);
      const bits = least <= found.sigmas ? mask(chunk) : 0;
      if (bits !== 0) lookAlong(pack, chunk, bits, query, at, found);
    }
  }
}

/** The nearest point so far; one value for all segments, of which there are thousands in a decision. */
const near: Nearest = { distance_m: 0, east_m: 0, north_m: 0 };

function lookAlong(
  pack: BoundaryPack,
  chunk: number,
  bits: number,
  q: Query,
  { p95_m, least_error_m }: Seen,
  found: Found,
): void {
  const { points, piece_error } = pack;
  const first = pack.chunk_first[chunk]!;
  for (let bit = 0; bit < pack.chunk_segments[chunk]!; bit++) {
    if ((bits & (1 << bit)) === 0) continue;
    const error_m = Math.max(piece_error[first + bit]!, least_error_m);
    const spread = spreadOf(p95_m, error_m);
    near.distance_m = found.sigmas * spread;
    const i = 2 * (first + bit);
    const [ax, ay] = [points[i]!, points[i + 1]!];
    const [dx, dy] = [(points[i + 2]! - ax) * q.kx, (points[i + 3]! - ay) * q.ky];
    if (!closer((ax - q.x) * q.kx, (ay - q.y) * q.ky, dx, dy, near)) continue;
    // On the point where two lines meet, the less certain one counts, in whatever order they are found.
    const sigmas = near.distance_m / spread;
    if (sigmas === found.sigmas && error_m < (found.border?.error_m ?? 0)) continue;
    found.sigmas = sigmas;
    found.border = { distance_m: Math.round(near.distance_m), error_m };
  }
}
