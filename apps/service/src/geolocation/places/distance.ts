import type Flatbush from 'flatbush';
import type { BoundaryPack } from './boundary-pack.ts';
import { metresPerDegree } from './position.ts';

/** Which segments of a chunk count: bit i for segment i. */
export type SegmentMask = (chunk: number) => number;

export interface Nearest {
  distance_m: number;
  arc: number;
}

/**
 * The nearest border segment within `reach_m`, or null.
 * `index` holds chunk boxes; its item i is chunk `chunks[i]` of the pack (or chunk i itself when `chunks` is absent).
 */
export function nearestSegment(
  pack: BoundaryPack,
  index: Flatbush,
  mask: SegmentMask,
  at: { lat: number; lng: number; reach_m: number },
  chunks?: Uint32Array,
): Nearest | null {
  const metres = metresPerDegree(at.lat);
  const x = (at.lng - pack.translate[0]) / pack.scale[0];
  const y = (at.lat - pack.translate[1]) / pack.scale[1];
  const kx = metres.lng * pack.scale[0];
  const ky = metres.lat * pack.scale[1];
  const query = { x, y, kx, ky };
  // Most borders are far away or close by: look close first, then in growing windows.
  for (let radius = Math.min(2_000, at.reach_m); ; radius = Math.min(4 * radius, at.reach_m)) {
    const found = index.search(x - radius / kx, y - radius / ky, x + radius / kx, y + radius / ky);
    const best: Nearest = { distance_m: radius, arc: -1 };
    for (const item of found) scanChunk(pack, chunks ? chunks[item]! : item, mask, query, best);
    if (best.arc >= 0) return best;
    if (radius >= at.reach_m) return null;
  }
}

interface Query {
  x: number;
  y: number;
  kx: number;
  ky: number;
}

function scanChunk(pack: BoundaryPack, chunk: number, mask: SegmentMask, q: Query, best: Nearest): void {
  const bits = mask(chunk);
  if (bits === 0) return;
  const { points } = pack;
  const first = 2 * pack.chunk_first[chunk]!;
  const segments = pack.chunk_segments[chunk]!;
  for (let s = 0; s < segments; s++) {
    if ((bits & (1 << s)) === 0) continue;
    const i = first + 2 * s;
    const ax = (points[i]! - q.x) * q.kx;
    const ay = (points[i + 1]! - q.y) * q.ky;
    const dx = (points[i + 2]! - points[i]!) * q.kx;
    const dy = (points[i + 3]! - points[i + 1]!) * q.ky;
    const length = dx * dx + dy * dy;
    const t = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
    const distance = Math.hypot(ax + t * dx, ay + t * dy);
    if (distance <= best.distance_m) {
      best.distance_m = distance;
      best.arc = pack.arc_of_chunk[chunk]!;
    }
  }
}
