import type { PolicyRule } from '@standpoint/contract';
import { shapeProblems, tooManyCorners } from '../../geolocation/decision/shape-problems.ts';
import { Failure } from '../command.ts';
import { readJsonFile } from '../json-file.ts';

type Shape = NonNullable<PolicyRule['shapes']>[number];
type Effect = Shape['effect'];
type Value = Record<string, unknown>;

export const EFFECTS: readonly Effect[] = ['allow', 'deny', 'exclusion'];

/**
 * Shapes of a policy from a GeoJSON file (RFC 7946): Polygon, MultiPolygon, or Point with a property
 * `radius_m`, alone, as a Feature or in a FeatureCollection. The properties `name`, `effect`, `buffer_m` and
 * `boundary_error_m` are kept. A third coordinate is dropped. A file with a mistake is refused as a whole,
 * with the path of every mistake.
 */
export function shapesFromGeoJson(file: string, effect: Effect): Shape[] {
  const problems: { path: string; message: string }[] = [];
  const refuse = (path: string, message: string) => void problems.push({ path, message });
  const found = features(readJsonFile(file), refuse).flatMap(({ path, geometry, properties }) =>
    shapesOf(geometry, more(properties, effect, path, refuse), path, refuse).map((shape) => ({
      shape,
      path,
    })),
  );
  const shapes = found.map(({ shape }) => shape);
  const large = tooManyCorners(shapes);
  if (large) refuse('features', large);
  else for (const { shape, path } of found) problems.push(...shapeProblems(shape, path));
  if (shapes.length === 0 && problems.length === 0) refuse('features', 'has no polygon and no circle');
  if (problems.length > 0)
    throw new Failure(`${file} cannot be used as shapes:`, undefined, problems.slice(0, 20));
  return shapes;
}

type Refuse = (path: string, message: string) => void;

function features(value: unknown, refuse: Refuse): { path: string; geometry: Value; properties: Value }[] {
  const whole = asObject(value);
  const list =
    whole?.type === 'FeatureCollection' && Array.isArray(whole.features) ? whole.features : [value];
  return list.flatMap((item: unknown, i) => {
    const path = list.length > 1 || whole?.type === 'FeatureCollection' ? `features[${i}]` : 'geometry';
    const feature = asObject(item);
    const geometry = feature?.type === 'Feature' ? asObject(feature.geometry) : feature;
    if (geometry) return [{ path, geometry, properties: asObject(feature?.properties) ?? {} }];
    refuse(path, 'has no geometry');
    return [];
  });
}

const asObject = (value: unknown): Value | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Value) : null;

function more(
  properties: Value,
  effect: Effect,
  path: string,
  refuse: Refuse,
): Omit<Shape, 'polygon' | 'circle'> & { radius_m?: number } {
  const stated = properties.effect ?? effect;
  if (!EFFECTS.includes(stated as Effect))
    refuse(`${path}.properties.effect`, `must be one of ${EFFECTS.join(', ')}`);
  const name =
    typeof properties.name === 'string' && properties.name ? properties.name.slice(0, 100) : undefined;
  const number = (key: string, least: number) => {
    const value = properties[key];
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'number' && value >= least && Number.isFinite(value)) return value;
    refuse(`${path}.properties.${key}`, `must be a number of metres, at least ${least}`);
    return undefined;
  };
  return {
    effect: stated as Effect,
    ...defined({
      name,
      buffer_m: number('buffer_m', 0),
      boundary_error_m: number('boundary_error_m', 0),
      radius_m: number('radius_m', 0),
    }),
  };
}

const defined = <T extends Value>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

function shapesOf(
  { type, coordinates }: Value,
  { radius_m, ...rest }: ReturnType<typeof more>,
  path: string,
  refuse: Refuse,
): Shape[] {
  if (type === 'Point') {
    const [point] = ring([coordinates]) ?? [];
    if (!point || radius_m === undefined) {
      refuse(path, 'A Point needs the property radius_m (metres) to become a circle.');
      return [];
    }
    return [{ ...rest, circle: { lng: point[0], lat: point[1], radius_m } }];
  }
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : null;
  if (!Array.isArray(polygons)) {
    refuse(path, `${String(type)} cannot be a shape: use Polygon, MultiPolygon, or Point with radius_m.`);
    return [];
  }
  return polygons.flatMap((polygon: unknown) => {
    const rings = Array.isArray(polygon) ? polygon.map(ring) : [];
    if (rings.length > 0 && rings.every((each) => each !== null)) return [{ ...rest, polygon: rings }];
    refuse(path, 'Coordinates must be lists of [longitude, latitude].');
    return [];
  });
}

function ring(value: unknown): [number, number][] | null {
  if (!Array.isArray(value)) return null;
  const points = value.map((point: unknown) =>
    Array.isArray(point) && point.length >= 2 && Number.isFinite(point[0]) && Number.isFinite(point[1])
      ? ([point[0], point[1]] as [number, number])
      : null,
  );
  return points.some((point) => point === null) ? null : (points as [number, number][]);
}
