import type { PolicyRule } from '@standpoint/contract';
import type { Steps } from '../geodata/rules/steps.ts';

type Shape = NonNullable<PolicyRule['shapes']>[number];
export type Ring = NonNullable<Shape['polygon']>[number];
export type Point = Ring[number];

export const same = (a: Point, b: Point) => a[0] === b[0] && a[1] === b[1];

interface Edge {
  ring: number;
  i: number;
  count: number;
  a: Point;
  b: Point;
}

/** The ring that is at fault, by its index, and what is wrong with it. */
interface Crossing {
  ring: number;
  message: string;
}

/** Most pairs of edges that are compared; a coast with 10,000 corners needs a hundred thousand. */
const MOST_PAIRS = 5_000_000;
const PAIRS_AT_ONCE = 2_000;

/** Sweeps over the edges along one axis: tens of thousands of points take well below a second. */
export function* firstCrossing(rings: readonly Ring[]): Steps<Crossing | null> {
  const edges: Edge[] = rings.flatMap((ring, r) =>
    ring.slice(1).map((b, i) => ({ ring: r, i, count: ring.length - 1, a: ring[i]!, b })),
  );
  const axis = flatterAxis(edges);
  const begin = ({ a, b }: Edge) => Math.min(a[axis], b[axis]);
  edges.sort((p, q) => begin(p) - begin(q));
  let open: Edge[] = [];
  let left = MOST_PAIRS;
  let pause = PAIRS_AT_ONCE;
  yield;
  for (const edge of edges) {
    const from = begin(edge);
    open = open.filter(({ a, b }) => Math.max(a[axis], b[axis]) >= from);
    left -= open.length;
    pause -= 1 + open.length;
    if (pause < 0) {
      pause = PAIRS_AT_ONCE;
      yield;
    }
    if (left < 0) return { ring: edge.ring, message: TOO_INTRICATE };
    for (const other of open) {
      if (areNeighbours(edge, other) ? foldsBack(edge, other) : meet(edge, other))
        return crossingOf(edge, other);
    }
    open.push(edge);
  }
  return null;
}

function crossingOf(edge: Edge, other: Edge): Crossing {
  const [x, y] = edge.a;
  const where = `near [${x}, ${y}]`;
  if (edge.ring !== other.ring)
    return {
      ring: Math.max(edge.ring, other.ring),
      message: `Two rings cross or touch ${where}: a hole must lie inside.`,
    };
  return {
    ring: edge.ring,
    message:
      `The ring crosses or touches itself between points ${between(edge)}, where it meets the ` +
      `edge between points ${between(other)}, ${where}: draw it without, or as two shapes.`,
  };
}

/** The numbers of an edge's ends, as a person counts the points. */
const between = ({ i, count }: Edge) => `${i + 1} and ${i + 1 === count ? 1 : i + 2}`;

const TOO_INTRICATE =
  'The ring has too many long edges side by side: draw it with fewer edges, or as several shapes.';

/** The axis along which the edges are shorter, so that fewer of them overlap: 0 longitude, 1 latitude. */
function flatterAxis(edges: readonly Edge[]): 0 | 1 {
  const along = (axis: 0 | 1) => edges.reduce((sum, { a, b }) => sum + Math.abs(a[axis] - b[axis]), 0);
  return along(0) <= along(1) ? 0 : 1;
}

const areNeighbours = (p: Edge, q: Edge) => {
  const apart = Math.abs(p.i - q.i);
  return p.ring === q.ring && (apart === 1 || apart === p.count - 1);
};

/** Two consecutive edges share a corner; they must not overlap. */
function foldsBack(p: Edge, q: Edge): boolean {
  const [first, second] = same(p.b, q.a) ? [p, q] : [q, p];
  if (turn(first.a, first.b, second.b) !== 0) return false;
  const along = (second.b[0] - second.a[0]) * (first.b[0] - first.a[0]);
  return along + (second.b[1] - second.a[1]) * (first.b[1] - first.a[1]) < 0;
}

const turn = (a: Point, b: Point, c: Point) =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

function meet({ a, b }: Edge, { a: c, b: d }: Edge): boolean {
  const t = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)] as const;
  if (t[0] !== t[1] && t[2] !== t[3]) return true;
  const on = (p: Point, q: Point, r: Point) =>
    Math.min(p[0], q[0]) <= r[0] &&
    r[0] <= Math.max(p[0], q[0]) &&
    Math.min(p[1], q[1]) <= r[1] &&
    r[1] <= Math.max(p[1], q[1]);
  return (
    (t[0] === 0 && on(a, b, c)) ||
    (t[1] === 0 && on(a, b, d)) ||
    (t[2] === 0 && on(c, d, a)) ||
    (t[3] === 0 && on(c, d, b))
  );
}
