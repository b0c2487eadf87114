import type { Bounds } from './view.ts';

/** x, y, x, y … */
export type Ring = Float64Array | readonly number[];

/**
 * A closed ring cut to a box (Sutherland–Hodgman): what is far outside would have coordinates that drawing stumbles
 * over. Empty when nothing is left.
 */
export function clipped(ring: Ring, [left, top, right, bottom]: Bounds): number[] {
  let points = [...ring];
  for (const [axis, limit, keep] of [
    [0, left, 1],
    [0, right, -1],
    [1, top, 1],
    [1, bottom, -1],
  ] as const) {
    points = cutAt(points, axis, limit, keep);
    if (points.length === 0) break;
  }
  return points;
}

function cutAt(points: readonly number[], axis: 0 | 1, limit: number, keep: 1 | -1): number[] {
  const cut: number[] = [];
  const inside = (i: number) => keep * (points[i + axis]! - limit) >= 0;
  for (let i = 0; i < points.length; i += 2) {
    const before = i === 0 ? points.length - 2 : i - 2;
    if (inside(i) !== inside(before)) cut.push(...meeting(points, before, i, axis, limit));
    if (inside(i)) cut.push(points[i]!, points[i + 1]!);
  }
  return cut;
}

function meeting(
  points: readonly number[],
  a: number,
  b: number,
  axis: 0 | 1,
  limit: number,
): [number, number] {
  const t = (limit - points[a + axis]!) / (points[b + axis]! - points[a + axis]!);
  const at = (i: 0 | 1) => points[a + i]! + t * (points[b + i]! - points[a + i]!);
  return axis === 0 ? [limit, at(1)] : [at(0), limit];
}

/** The box around a ring. */
export function boxOf(ring: Ring): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = [ring[i]!, ring[i + 1]!];
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return [left, top, right, bottom];
}

export const touch = (a: Bounds, b: Bounds): boolean =>
  a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

/** The parts of an open line that come near a box: pieces wholly to one side of it are left out. */
export function nearParts(line: Ring, [left, top, right, bottom]: Bounds): number[][] {
  const parts: number[][] = [];
  let part: number[] = [];
  for (let i = 2; i < line.length; i += 2) {
    const [x0, y0, x1, y1] = [line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!];
    const away =
      Math.max(x0, x1) < left ||
      Math.min(x0, x1) > right ||
      Math.max(y0, y1) < top ||
      Math.min(y0, y1) > bottom;
    if (away) {
      if (part.length > 0) parts.push(part);
      part = [];
    } else if (part.length === 0) part = [x0, y0, x1, y1];
    else part.push(x1, y1);
  }
  if (part.length > 0) parts.push(part);
  return parts;
}
