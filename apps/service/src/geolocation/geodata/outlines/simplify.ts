import type { Line } from './rings.ts';

/** West, south, east, north in degrees. */
export type Box = readonly [number, number, number, number];

/** A degree of longitude at a pole, in degrees of latitude. */
const LEAST = 0.01;

/**
 * Fewer points for a small picture: every point left out lies within `tolerance` of the line that is left, and what
 * runs through `exact` stays as it is. The ends stay, so that neighbours, which share their arcs, still meet.
 */
export function simplified(line: Line, tolerance: number, exact?: Box): Line {
  if (tolerance === 0 || line.length < 3) return line;
  // On the map a pole is a line: without its ends, Antarctica would be cut off along a diagonal.
  const shrinks = Float64Array.from(line, ([, lat]) => Math.max(LEAST, Math.cos((lat * Math.PI) / 180)));
  const kept = new Uint8Array(line.length);
  kept[0] = kept[line.length - 1] = 1;
  const open: [number, number][] = [];
  let last = 0;
  for (let i = 1; i < line.length; i++) {
    if (exact && runsThrough(line[i - 1]!, line[i]!, exact)) kept[i - 1] = kept[i] = 1;
    // The piece before is kept by now where it has to be, because the next one was looked at.
    if (kept[i - 1] && i - 1 > last) {
      open.push([last, i - 1]);
      last = i - 1;
    }
  }
  open.push([last, line.length - 1]);
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part;
    const { at, far } = farthest(line, shrinks, from, to);
    if (far <= tolerance) continue;
    kept[at] = 1;
    open.push([from, at], [at, to]);
  }
  return line.filter((_, i) => kept[i] === 1);
}

const runsThrough = (a: Point, b: Point, [west, south, east, north]: Box): boolean =>
  Math.max(a[0], b[0]) >= west &&
  Math.min(a[0], b[0]) <= east &&
  Math.max(a[1], b[1]) >= south &&
  Math.min(a[1], b[1]) <= north;

function farthest(line: Line, shrinks: Float64Array, from: number, to: number): { at: number; far: number } {
  let at = from;
  let far = -1;
  for (let i = from + 1; i < to; i++) {
    const away = distance(line[i]!, line[from]!, line[to]!, shrinks[i]!);
    if (away > far) {
      at = i;
      far = away;
    }
  }
  return { at, far };
}

type Point = [number, number];

/** From a point to a segment, in degrees of latitude: a degree of longitude counts less towards the poles. */
function distance(p: Point, a: Point, b: Point, shrink: number): number {
  const dx = (b[0] - a[0]) * shrink;
  const dy = b[1] - a[1];
  const px = (p[0] - a[0]) * shrink;
  const py = p[1] - a[1];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length));
  return Math.sqrt((px - t * dx) ** 2 + (py - t * dy) ** 2);
}
