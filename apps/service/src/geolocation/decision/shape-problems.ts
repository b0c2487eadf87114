import type { PolicyRule } from '@standpoint/contract';
import { atOnce, type Steps } from '../geodata/rules/steps.ts';

type Shape = NonNullable<PolicyRule['shapes']>[number];
type Ring = NonNullable<Shape['polygon']>[number];
type Point = Ring[number];

interface ShapeProblem {
  path: string;
  message: string;
}

/** A polygon smaller than this is a typing mistake, square metres. */
const LEAST_AREA_M2 = 1;
const EARTH_M_PER_DEGREE = 111_195;

/**
 * Every decision keeps its whole rule as proof, about 40 bytes a corner: more would fill the disk and slow
 * every check.
 */
export const MOST_CORNERS = 50_000;

/** Null when all shapes together are small enough to be kept with every decision. */
export function tooManyCorners(shapes: readonly Shape[]): string | null {
  const corners = shapes.flatMap(({ polygon = [] }) => polygon).reduce((sum, ring) => sum + ring.length, 0);
  if (corners <= MOST_CORNERS) return null;
  return (
    `The polygons have ${corners} corners together, more than ${MOST_CORNERS}. ` +
    'Simplify them: a corner every 10 m is plenty.'
  );
}

export const shapeProblems = (shape: Shape, path: string): ShapeProblem[] =>
  atOnce(findShapeProblems(shape, path));

/**
 * The faults that keep a shape from being judged, in words that say how to fix it. `path` leads to the shape.
 */
export function* findShapeProblems(shape: Shape, path: string): Steps<ShapeProblem[]> {
  if (!shape.polygon === !shape.circle)
    return [{ path, message: 'A shape is either a polygon or a circle.' }];
  if (shape.circle) return circleProblems(shape.circle, `${path}.circle`);
  const rings = shape.polygon ?? [];
  const problems = rings.flatMap((ring, i) => ringProblems(ring, `${path}.polygon[${i}]`));
  if (problems.length > 0) return problems;
  yield;
  const crossing = yield* firstCrossing(rings);
  if (crossing) return [{ path: `${path}.polygon[${crossing.ring}]`, message: crossing.message }];
  const flat = rings.findIndex((ring) => Math.abs(areaM2(ring)) < LEAST_AREA_M2);
  return flat < 0 ? [] : [{ path: `${path}.polygon[${flat}]`, message: 'The ring encloses no area.' }];
}

function circleProblems({ lat, lng, radius_m }: NonNullable<Shape['circle']>, path: string): ShapeProblem[] {
  const problems: string[] = [];
  if (![lat, lng, radius_m].every(Number.isFinite))
    problems.push('Latitude, longitude and radius must be numbers.');
  else if (Math.abs(lat) > 90) problems.push(`The latitude ${lat} is beyond ±90; were lat and lng swapped?`);
  else if (Math.abs(lng) > 180) problems.push(`The longitude ${lng} is beyond ±180.`);
  else if (!(radius_m > 0)) problems.push('The radius must be above 0 m.');
  return problems.map((message) => ({ path, message }));
}

function ringProblems(ring: Ring, path: string): ShapeProblem[] {
  const say = (message: string) => [{ path, message }];
  const wrong = ring.findIndex((point) => !inRange(point));
  if (wrong >= 0) return say(outOfRange(ring[wrong]!, wrong));
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last || !same(first, last)) return say('The ring must end where it begins.');
  if (new Set(ring.map((point) => point.join())).size < 3) return say('The ring encloses no area.');
  const twice = ring.findIndex((point, i) => i > 0 && same(point, ring[i - 1]!));
  if (twice > 0) return say(`Point ${twice + 1} repeats the point before it.`);
  const jump = ring.findIndex((point, i) => i > 0 && Math.abs(point[0] - ring[i - 1]![0]) > 180);
  if (jump > 0)
    return say(
      `The edge to point ${jump + 1} crosses the 180th meridian or goes around a pole: ` +
        'cut the area there into several shapes.',
    );
  return [];
}

const inRange = ([lng, lat]: Point) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90;

function outOfRange([lng, lat]: Point, i: number): string {
  const swapped = Math.abs(lat) > 90 && Math.abs(lng) <= 90;
  const hint = swapped ? ' Points are [longitude, latitude], as in GeoJSON: were they swapped?' : '';
  return `Point ${i + 1} is [${lng}, ${lat}], which is no place on the globe.${hint}`;
}

const same = (a: Point, b: Point) => a[0] === b[0] && a[1] === b[1];

/** Signed area. Planar geometry suffices: only the order of magnitude matters for small shapes. */
function areaM2(ring: Ring): number {
  let twice = 0;
  const [x, y] = ring[0]!;
  for (let i = 1; i < ring.length; i++) {
    const [x0, y0] = ring[i - 1]!;
    const [x1, y1] = ring[i]!;
    twice += (x0 - x) * (y1 - y) - (x1 - x) * (y0 - y);
  }
  return (twice / 2) * EARTH_M_PER_DEGREE ** 2 * Math.max(0.01, Math.cos((y * Math.PI) / 180));
}

interface Edge {
  ring: number;
  i: number;
  count: number;
  a: Point;
  b: Point;
}

/** Most pairs of edges that are compared; a coast with 10,000 corners needs a hundred thousand. */
const MOST_PAIRS = 5_000_000;
const PAIRS_AT_ONCE = 2_000;

/** Sweeps over the edges along one axis: tens of thousands of points take well below a second. */
function* firstCrossing(rings: readonly Ring[]): Steps<{ ring: number; message: string } | null> {
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
      if (areNeighbours(edge, other) ? !foldsBack(edge, other) : !meet(edge, other)) continue;
      const [x, y] = edge.a;
      const where = `near [${x}, ${y}]`;
      return edge.ring === other.ring
        ? {
            ring: edge.ring,
            message:
              `The ring crosses or touches itself between points ${between(edge)}, where it meets the ` +
              `edge between points ${between(other)}, ${where}: draw it without, or as two shapes.`,
          }
        : {
            ring: Math.max(edge.ring, other.ring),
            message: `Two rings cross or touch ${where}: a hole must lie inside.`,
          };
    }
    open.push(edge);
  }
  return null;
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
