import type { BoundaryPack } from '../packed/pack.ts';

/** A closed line, first point equal to the last: [longitude, latitude], … */
export type Line = [number, number][];

/** First point of each arc, in points. */
export function arcStarts({ arc_points }: BoundaryPack): number[] {
  let first = 0;
  return arc_points.map((n) => {
    const start = first;
    first += n;
    return start;
  });
}

/**
 * The rings of a polygon, which the pack keeps as a set of arcs: arcs are joined where their ends meet. Rings are
 * filled by the even-odd rule, so any way of joining at a point where several meet draws the same area.
 */
export function ringsOf(arcs: readonly Line[]): Line[] {
  const rings = arcs.filter((arc) => isClosed(arc));
  const left = new Set(arcs.filter((arc) => !isClosed(arc)));
  const ends = new Map<string, Line[]>();
  for (const arc of left)
    for (const end of [arc[0]!, arc.at(-1)!]) ends.set(keyOf(end), [...(ends.get(keyOf(end)) ?? []), arc]);
  for (const arc of left) {
    left.delete(arc);
    const ring = [...arc];
    for (let next = nextOf(ends, left, ring); next && !isClosed(ring); next = nextOf(ends, left, ring)) {
      left.delete(next);
      const forwards = keyOf(next[0]!) === keyOf(ring.at(-1)!);
      ring.push(...(forwards ? next : next.toReversed()).slice(1));
    }
    if (!isClosed(ring)) ring.push(ring[0]!);
    rings.push(ring);
  }
  return rings;
}

const nextOf = (ends: Map<string, Line[]>, left: Set<Line>, ring: Line) =>
  ends.get(keyOf(ring.at(-1)!))?.find((arc) => left.has(arc));

const keyOf = ([x, y]: [number, number]): string => `${x},${y}`;
const isClosed = (line: Line): boolean => line.length > 2 && keyOf(line[0]!) === keyOf(line.at(-1)!);
