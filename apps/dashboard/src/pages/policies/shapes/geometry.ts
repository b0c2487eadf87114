import { type Geometry, onEarth, precisePoint } from '../../../map/draw/geometry.ts';
import { withoutRepeats } from '../../../map/globe/chains.ts';
import { metresFrom } from '../../../map/globe/circle.ts';
import { cutAtSeam } from '../../../map/globe/cut.ts';
import { joinedAtSeam } from '../../../map/globe/joined.ts';
import { inRing, polygonsOf, turnedBeside } from '../../../map/globe/nested.ts';
import { beside } from '../../../map/globe/turns.ts';
import type { LngLat } from '../../../map/mercator.ts';
import { placeFrom } from '../../../map/mercator.ts';
import type { Shape } from '../queries.ts';

/** A shape with more points is not dragged: every point is a handle. */
export const DRAGGED_MOST = 400;

/**
 * As a person sees it, over the 180th meridian too: areas, each an outer ring with its holes. The outer ring of the
 * first one is the one whose points are moved.
 */
export const areasIn = ({ polygon = [] }: Shape): LngLat[][][] => polygonsOf(joinedAtSeam(polygon));
const ringsOf = (shape: Shape): LngLat[][] => areasIn(shape).flat();

/** The points of a shape that a person may move, without the one that closes the ring; a circle has its centre. */
export const pointsOf = (shape: Shape): LngLat[] =>
  shape.circle ? [[shape.circle.lng, shape.circle.lat]] : (ringsOf(shape)[0] ?? []).slice(0, -1);

export const pointCount = (shape: Shape): number =>
  ringsOf(shape).reduce((sum, ring) => sum + ring.length - 1, 0);

export function geometryOf(shape: Shape): Geometry | null {
  const { circle } = shape;
  if (circle) return { kind: 'circle', at: [circle.lng, circle.lat], radius_m: circle.radius_m };
  const [ring] = ringsOf(shape);
  return ring ? { kind: 'polygon', ring } : null;
}

/** What is drawn, as the policy keeps it. Holes and further areas stay where they are. */
export function withGeometry(shape: Shape, geometry: Geometry): Shape {
  const { polygon: _, circle: __, ...rest } = shape;
  if (geometry.kind === 'circle') {
    const [lng, lat] = onEarth(geometry.at);
    return { ...rest, circle: { lat, lng, radius_m: geometry.radius_m } };
  }
  const { ring } = geometry;
  const others = ringsOf(shape)
    .slice(1)
    .map((other) => turnedBeside(other, ring));
  const precise = [ring, ...others].map((each) => each.map(precisePoint));
  return {
    ...rest,
    polygon: cutAtSeam(precise).map(asKept).filter(isRing),
  };
}

/** With the digits of a policy: points that are nearer than that to each other are one. */
const asKept = (ring: readonly LngLat[]): [number, number][] =>
  withoutRepeats(ring.map(onEarth)).map(([lng, lat]) => [lng, lat]);

const isRing = ({ length }: readonly unknown[]): boolean => length > 3;

const ringOf = (points: readonly LngLat[]): LngLat[] => [...points, points[0]!];

function withPoints(shape: Shape, points: readonly LngLat[]): Shape {
  const [centre] = points;
  if (shape.circle && centre)
    return withGeometry(shape, { kind: 'circle', at: centre, radius_m: shape.circle.radius_m });
  return withGeometry(shape, { kind: 'polygon', ring: ringOf(points) });
}

export const movedPoint = (shape: Shape, i: number, at: LngLat): Shape =>
  withPoints(
    shape,
    pointsOf(shape).map((each, k) => (k === i ? precisePoint([beside(at[0], each[0]), at[1]]) : each)),
  );

/** Null: an area has at least three points. */
export function withoutPoint(shape: Shape, i: number): Shape | null {
  const points = pointsOf(shape);
  if (shape.circle || points.length <= 3) return null;
  return withPoints(
    shape,
    points.filter((_, k) => k !== i),
  );
}

/** A point in the middle of the edge that begins at point `i`. */
export function withPointAfter(shape: Shape, i: number): Shape {
  const points = pointsOf(shape);
  const [a, b] = [points[i]!, points[(i + 1) % points.length]!];
  const middle = precisePoint([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  return withPoints(shape, [...points.slice(0, i + 1), middle, ...points.slice(i + 1)]);
}

const BEARINGS: Record<string, number> = { ArrowUp: 0, ArrowRight: 90, ArrowDown: 180, ArrowLeft: 270 };

/** Where an arrow key takes a place: 10 m, with Shift 100 m. Null for another key. */
export function steered(at: LngLat, key: string, far: boolean): LngLat | null {
  const bearing = BEARINGS[key];
  if (bearing === undefined) return null;
  return precisePoint(placeFrom(at, bearing, far ? 100 : 10));
}

/** A square around a place, to begin with by keys. */
export function squareAround(at: LngLat, half_m: number): LngLat[] {
  return [315, 45, 135, 225].map((bearing) => precisePoint(placeFrom(at, bearing, half_m * Math.SQRT2)));
}

export function newShape(geometry: Geometry, taken: readonly Shape[]): Shape {
  const word = geometry.kind === 'circle' ? 'Circle' : 'Area';
  const names = new Set(taken.map(({ name }) => name));
  let number = 1;
  while (names.has(`${word} ${number}`)) number += 1;
  return withGeometry({ effect: 'exclusion', name: `${word} ${number}` }, geometry);
}

/** Whether a place lies in the shape, by even and odd. */
export function covers({ polygon, circle }: Shape, place: LngLat): boolean {
  const at = onEarth(place);
  if (circle) return metresFrom([circle.lng, circle.lat], circle.radius_m, at) <= circle.radius_m;
  return (polygon ?? []).reduce((inside, ring) => inside !== inRing(ring, at), false);
}

/** The shape, for words: "exclusion, circle 260 m, buffer 100 m". */
export function shapeWords(shape: Shape): string {
  const { effect, circle, buffer_m, boundary_error_m } = shape;
  return [
    effect,
    circle && `circle ${metresWords(circle.radius_m)}`,
    boundary_error_m !== undefined && `error ${metresWords(boundary_error_m)}`,
    buffer_m !== undefined && `buffer ${metresWords(buffer_m)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

export const metresWords = (metres: number): string =>
  `${metres.toLocaleString('en', { maximumFractionDigits: 1 })}\u00a0m`;

/** With a true minus, five digits: about a metre. */
export const degreesWords = (degrees: number): string => degrees.toFixed(5).replace('-', '−');
