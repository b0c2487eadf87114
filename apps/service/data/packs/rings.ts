import Flatbush from 'flatbush';
import type { Ring } from '../topology.ts';
import { pointText } from './problems.ts';

/** The reason why a ring cannot be used; null when there is none. */
export function ringProblem(ring: unknown): string | null {
  if (!Array.isArray(ring) || ring.length < 4)
    return `a ring has ${Array.isArray(ring) ? ring.length : 'no'} points; the smallest one has 4.`;
  for (const point of ring) {
    const problem = pointProblem(point);
    if (problem) return problem;
  }
  const [first, last] = [ring[0], ring.at(-1)];
  if (first[0] !== last[0] || first[1] !== last[1])
    return `a ring is not closed: it begins at ${pointText(first)} and ends at ${pointText(last)}.`;
  return null;
}

function pointProblem(point: unknown): string | null {
  if (!Array.isArray(point) || !Number.isFinite(point[0]) || !Number.isFinite(point[1]))
    return `${JSON.stringify(point)?.slice(0, 60)} is no point.`;
  const [lng, lat] = point as [number, number];
  if (Math.abs(lng) <= 180 && Math.abs(lat) <= 90) return null;
  const swapped = Math.abs(lng) <= 90 && Math.abs(lat) <= 180;
  return `${pointText(point)} is out of range${swapped ? ': longitude comes first, then latitude' : ''}.`;
}

/** The first point at which rings of one area cross themselves or each other; null when none do. */
export function crossingIn(polygons: readonly Ring[][]): [number, number] | null {
  const rings = polygons.flat();
  const count = rings.reduce((sum, ring) => sum + ring.length - 1, 0);
  const ends = new Float64Array(4 * count);
  const index = new Flatbush(count, 16);
  let at = 0;
  for (const ring of rings)
    for (let i = 1; i < ring.length; i++, at++) {
      const [[x0, y0], [x1, y1]] = [ring[i - 1]!, ring[i]!];
      ends.set([x0, y0, x1, y1], 4 * at);
      index.add(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1));
    }
  index.finish();
  for (let i = 0; i < count; i++) {
    const [x0, y0, x1, y1] = [ends[4 * i]!, ends[4 * i + 1]!, ends[4 * i + 2]!, ends[4 * i + 3]!];
    const later = (j: number) => j > i;
    const box = [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)] as const;
    for (const j of index.search(...box, later)) {
      const met = crossing(ends, i, j);
      if (met) return met;
    }
  }
  return null;
}

/** Where two segments cross in the middle of both; a ring may touch itself. */
function crossing(ends: Float64Array, i: number, j: number): [number, number] | null {
  const [ax, ay] = [ends[4 * i]!, ends[4 * i + 1]!];
  // From the first point of a segment, so that no digits are lost.
  const at = (k: number) => ends[k]! - (k % 2 === 0 ? ax : ay);
  const [bx, by] = [at(4 * i + 2), at(4 * i + 3)];
  const [cx, cy, dx, dy] = [at(4 * j), at(4 * j + 1), at(4 * j + 2), at(4 * j + 3)];
  const c = bx * cy - by * cx;
  const d = bx * dy - by * dx;
  const [ex, ey] = [dx - cx, dy - cy];
  const a = ex * -cy + ey * cx;
  const b = ex * (by - cy) - ey * (bx - cx);
  const tiny = 1e-14;
  if (Math.min(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d)) < tiny) return null;
  if (c > 0 === d > 0 || a > 0 === b > 0) return null;
  const t = a / (a - b);
  const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
  return [rounded(ax + t * bx), rounded(ay + t * by)];
}
