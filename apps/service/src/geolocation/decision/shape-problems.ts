import type { PolicyRule } from '@standpoint/contract';
import { atOnce, type Steps } from '../geodata/rules/steps.ts';
import { firstCrossing, type Point, type Ring, same } from './ring-crossing.ts';

type Shape = NonNullable<PolicyRule['shapes']>[number];

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
