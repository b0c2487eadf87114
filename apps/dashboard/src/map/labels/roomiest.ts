/** Closed rings as x, y, x, y … in pixels; a place is inside when an odd number of them is around it. */
export type Rings = readonly (readonly number[])[];

interface Roomy {
  at: readonly [x: number, y: number];
  /** Pixels up and down to the nearest edge; to the sides there is twice as much. */
  room: number;
}

/** A name is wider than it is high, so that a pixel to the side counts half. */
export const ASPECT = 0.5;
/** Pixels that a better place must be better by. */
const WORTH = 1;
/** Places that are tried: a country with a thousand islands ends too. */
const MOST_TRIED = 160;

interface Cell {
  x: number;
  y: number;
  /** Half of a side. */
  half: number;
  room: number;
  /** No place in the cell has more room. */
  most: number;
}

/**
 * The place that is farthest from every edge, inside of all shapes at once and away from the marks; null where there
 * is none with `least` room. Squares are tried, the most promising first, and divided while they may hold a
 * better place.
 */
export function roomiest(shapes: readonly Rings[], marks: Rings[number], least = 0): Roomy | null {
  const wide = shapes.map((rings) => rings.map(narrowed));
  const [left, top, right, bottom] = boxAround(wide[0] ?? []);
  if (!(right > left && bottom > top)) return null;
  const points = narrowed(marks);
  const cell = (x: number, y: number, half: number): Cell => {
    const room = Math.min(...wide.map((rings) => roomIn(rings, x, y)), awayFrom(points, x, y));
    return { x, y, half, room, most: room + half * Math.SQRT2 };
  };
  const half = Math.max(4, Math.min(right - left, bottom - top) / 4);
  let cells: Cell[] = [];
  for (let x = left + half; x < right + half; x += 2 * half)
    for (let y = top + half; y < bottom + half; y += 2 * half) cells.push(cell(x, y, half));
  let best = roomier(cells);
  for (let tried = cells.length; tried < MOST_TRIED; tried += 4) {
    cells = cells.filter(({ most }) => most > Math.max(least, best.room + WORTH));
    const next = cells.reduce<Cell | null>(
      (found, each) => (found && found.most >= each.most ? found : each),
      null,
    );
    if (!next) break;
    cells.splice(cells.indexOf(next), 1);
    const part = next.half / 2;
    const parts = [-part, part].flatMap((dx) =>
      [-part, part].map((dy) => cell(next.x + dx, next.y + dy, part)),
    );
    cells.push(...parts);
    best = roomier([best, ...parts]);
  }
  return best.room > least ? { at: [best.x / ASPECT, best.y], room: best.room } : null;
}

const roomier = (cells: readonly Cell[]): Cell => cells.reduce((a, b) => (b.room > a.room ? b : a));
const narrowed = (ring: readonly number[]): number[] => ring.map((n, i) => (i % 2 === 0 ? n * ASPECT : n));

function boxAround(rings: Rings): [number, number, number, number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      [left, right] = [Math.min(left, ring[i]!), Math.max(right, ring[i]!)];
      [top, bottom] = [Math.min(top, ring[i + 1]!), Math.max(bottom, ring[i + 1]!)];
    }
  return [left, top, right, bottom];
}

/** Distance to the nearest edge; negative outside. */
function roomIn(rings: Rings, x: number, y: number): number {
  let inside = false;
  let nearest = Infinity;
  for (const ring of rings)
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
      nearest = Math.min(nearest, squareToSegment(x, y, ax, ay, bx, by));
    }
  return (inside ? 1 : -1) * Math.sqrt(nearest);
}

function squareToSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return (x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2;
}

function awayFrom(marks: readonly number[], x: number, y: number): number {
  let nearest = Infinity;
  for (let i = 0; i < marks.length; i += 2)
    nearest = Math.min(nearest, Math.hypot(marks[i]! - x, marks[i + 1]! - y));
  return nearest;
}
