import type { BoundaryPack } from '../packed/pack.ts';

/** Longitude and latitude. */
export type Point = [number, number];
export type Line = Point[];

/** First point of each arc, in points. */
export function arcStarts({ arc_points }: BoundaryPack): number[] {
  let first = 0;
  return arc_points.map((n) => {
    const start = first;
    first += n;
    return start;
  });
}

/** Lines joined where their ends meet: closed ones, and open ones where an end is left. */
export function joined(lines: readonly Line[]): Line[] {
  const whole = lines.filter((line) => isClosed(line));
  const left = new Set(lines.filter((line) => !isClosed(line)));
  const ends = new Map<string, Line[]>();
  for (const line of left)
    for (const end of [line[0]!, line.at(-1)!]) ends.set(keyOf(end), [...(ends.get(keyOf(end)) ?? []), line]);
  for (const line of left) {
    left.delete(line);
    const start = [...line];
    grow(start, ends, left);
    // From its other end, where it is open.
    if (!isClosed(start)) grow(start.reverse(), ends, left);
    whole.push(start);
  }
  return whole;
}

/** Adds what meets the end of a line, until it is closed. */
function grow(line: Line, ends: Map<string, Line[]>, left: Set<Line>): void {
  while (!isClosed(line)) {
    const next = ends.get(keyOf(line.at(-1)!))?.find((other) => left.has(other));
    if (!next) return;
    left.delete(next);
    const forwards = keyOf(next[0]!) === keyOf(line.at(-1)!);
    for (const point of (forwards ? next : next.toReversed()).slice(1)) line.push(point);
  }
}

/**
 * The rings of a polygon, which the pack keeps as a set of arcs. Rings are filled by the even-odd rule, so any way of
 * joining at a point where several arcs meet draws the same area.
 */
export const ringsOf = (arcs: readonly Line[]): Line[] =>
  joined(arcs).map((line) => withoutSpurs(isClosed(line) ? line : [...line, line[0]!]));

/** Without ways out and back, which hold no area. */
function withoutSpurs(ring: Line): Line {
  const kept: Line = [];
  for (const point of ring) {
    while (kept.length > 1 && same(kept.at(-2)!, point)) kept.length -= 2;
    if (kept.length === 0 || !same(kept.at(-1)!, point)) kept.push(point);
  }
  return kept;
}

const keyOf = ([x, y]: Point): string => `${x},${y}`;
const same = (a: Point, b: Point): boolean => a[0] === b[0] && a[1] === b[1];
export const isClosed = (line: Line): boolean => line.length > 2 && same(line[0]!, line.at(-1)!);
