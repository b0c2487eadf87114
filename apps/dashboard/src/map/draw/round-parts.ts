import type L from 'leaflet';
import { onRim, radiusThrough, ringAround, sidesFor } from '../globe/circle.ts';
import type { LngLat } from '../mercator.ts';
import type { DrawnFeature } from './bridge.ts';
import { type Geometry, precisePoint } from './geometry.ts';

export type Circle = Omit<Extract<Geometry, { kind: 'circle' }>, 'kind'>;

/** What a pointer holds: the rim, or the whole circle by the place where it was taken. */
export interface Held {
  what: 'rim' | 'whole';
  from: L.Point;
  /** The circle's centre then. Near a pole it is no place of the map, so it is moved by degrees, and not by pixels. */
  at: LngLat;
  moved: boolean;
}

/** Pixels around a handle that belong to it. */
const REACH_PX = 14;
/** A smaller circle has one handle on its rim: more of them would hide it. */
const ROOMY_PX = 40;

type ToPoint = (place: LngLat) => L.Point;
type ToPlace = (point: L.Point) => LngLat;

/** What a pointer takes there, if anything. */
export function holdAt(circle: Circle, from: L.Point, pointOf: ToPoint, placeAt: ToPlace): Held | null {
  const toCentre = pointOf(circle.at).distanceTo(from);
  const toRim = Math.min(...handlesOf(circle, pointOf).map((handle) => pointOf(handle).distanceTo(from)));
  const hold = (what: Held['what']): Held => ({ what, from, at: circle.at, moved: false });
  if (toRim < REACH_PX && toRim <= toCentre) return hold('rim');
  const inside = radiusThrough(circle.at, placeAt(from)) <= circle.radius_m;
  return inside || toCentre < REACH_PX ? hold('whole') : null;
}

/** The circle when what is held has come to another place. */
export function carried(circle: Circle, { what, from, at }: Held, to: L.Point, placeAt: ToPlace): Circle {
  const [lng, lat] = placeAt(to);
  if (what === 'rim') return { ...circle, radius_m: radiusThrough(circle.at, [lng, lat]) };
  const [before, below] = placeAt(from);
  const north = Math.max(-90, Math.min(90, at[1] + lat - below));
  return { ...circle, at: precisePoint([at[0] + lng - before, north]) };
}

/** East, north, south and west on the rim, as far as the map shows them. */
function handlesOf({ at, radius_m }: Circle, pointOf: ToPoint): LngLat[] {
  const east = onRim(at, radius_m, 90);
  if (pointOf(east).distanceTo(pointOf(at)) < ROOMY_PX) return [east];
  const others = [0, 180, 270].map((bearing) => onRim(at, radius_m, bearing));
  return [east, ...others.filter(([lng, lat]) => Math.abs(lat) < 85 && Math.abs(lng - at[0]) < 90)];
}

/** What is drawn of a circle; while it is begun, its rim follows the pointer and has no handle. */
export function featuresOf(circle: Circle, pointOf: ToPoint, begun: boolean): DrawnFeature[] {
  const { at, radius_m } = circle;
  const sides = sidesFor(pointOf(at).distanceTo(pointOf(onRim(at, radius_m, 90))));
  const handles = begun ? [at] : [at, ...handlesOf(circle, pointOf)];
  return [
    feature('circle', 'Polygon', [ringAround(at, radius_m, sides)]),
    ...handles.map((handle, i) => feature(`circle ${i}`, 'Point', handle)),
  ];
}

const feature = (id: string, type: 'Polygon' | 'Point', coordinates: unknown): DrawnFeature => ({
  id,
  geometry: { type, coordinates },
  properties: {},
});
