import type { PolicyRule } from '@standpoint/contract';
import { shapeProblems, tooManyCorners } from '../decision/shape-problems.ts';

type Shape = NonNullable<PolicyRule['shapes']>[number];
type Effect = Shape['effect'];
type Value = Record<string, unknown>;

export const EFFECTS: readonly Effect[] = ['allow', 'deny', 'exclusion'];

/**
 * Shapes of a policy from GeoJSON (RFC 7946): Polygon, MultiPolygon, or Point with a property `radius_m`, alone,
 * as a Feature or in a FeatureCollection. The properties `name`, `effect`, `buffer_m` and `boundary_error_m` are
 * kept. A third coordinate is dropped. With a mistake there are no shapes, but the path of every mistake.
 */
export function shapesInGeoJson(
  value: unknown,
  effect: Effect,
): { shapes: Shape[]; problems: { path: string; message: string }[] } {
  const problems: { path: string; message: string }[] = [];
  const refuse = (path: string, message: string) => void problems.push({ path, message });
  const found = features(value, refuse).flatMap(({ path, geometry, properties }) =>
    shapesOf(geometry, more(properties, effect, path, refuse), path, refuse).map((shape) => ({
      shape,
      path,
    })),
  );
  const shapes = found.map(({ shape }) => shape);
  const large = tooManyCorners(shapes);
  if (large) refuse('features', large);
  else for (const { shape, path } of found) problems.push(...named(shape, shapeProblems(shape, path)));
  if (shapes.length === 0 && problems.length === 0) refuse('features', 'has no polygon and no circle');
  return problems.length > 0 ? { shapes: [], problems: problems.slice(0, 20) } : { shapes, problems };
}

/** A person who looks at a map knows a shape by its name. */
export const named = <P extends { message: string }>({ name }: Shape, problems: P[]): P[] =>
  name ? problems.map((each) => ({ ...each, message: `“${name}”: ${each.message}` })) : problems;

type Refuse = (path: string, message: string) => void;

/** The deepest place of a FeatureCollection with a MultiPolygon is 8 levels down; properties are not looked at. */
const DEEPEST = 10;

/** The place of what lies too deep or has a type that is no text; an attacker could end the walk over it otherwise. */
export function misshapen(value: unknown): { path: string; message: string } | null {
  const left: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  for (let each = left.pop(); each; each = left.pop()) {
    const { value, path, depth } = each;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > DEEPEST)
      return { path: path.slice(0, 100), message: `lies more than ${DEEPEST} levels deep` };
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries())
        if (typeof item === 'object') left.push({ value: item, path: `${path}[${i}]`, depth: depth + 1 });
      continue;
    }
    const { type, properties: _, ...rest } = value as Value;
    const at = path ? `${path}.` : '';
    if (type !== undefined && typeof type !== 'string')
      return { path: `${at}type`, message: 'must be a text, such as Polygon' };
    for (const [key, item] of Object.entries(rest))
      left.push({ value: item, path: `${at}${key.slice(0, 40)}`, depth: depth + 1 });
  }
  return null;
}

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
    refuse(
      path,
      `${typeof type === 'string' ? type.slice(0, 40) : 'This'} cannot be a shape: use Polygon, ` +
        'MultiPolygon, or Point with radius_m.',
    );
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
