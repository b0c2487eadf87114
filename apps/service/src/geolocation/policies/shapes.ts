import type { PolicyRule, policies } from '@standpoint/contract';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import type { Places } from '../geodata/places/places.ts';
import { misshapen, shapesInGeoJson } from './geojson-shapes.ts';

type Shape = NonNullable<PolicyRule['shapes']>[number];
type Order = 'lng_lat' | 'lat_lng';

/** The same GeoJSON with each pair of coordinates turned around. */
export function turned(value: unknown): unknown {
  if (Array.isArray(value))
    return typeof value[0] === 'number' && typeof value[1] === 'number'
      ? [value[1], value[0], ...value.slice(2)]
      : value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, key === 'properties' ? each : turned(each)]),
  );
}

const pointOf = ({ circle, polygon }: Shape): { lat: number; lng: number } =>
  circle ?? { lng: polygon![0]![0]![0], lat: polygon![0]![0]![1] };

const onLand = (places: Places, shapes: readonly Shape[]): number =>
  shapes.filter((shape) => {
    const { lat, lng } = pointOf(shape);
    const { country } = places.locate(lat, lng);
    return country !== null && country !== 'AQ';
  }).length;

/**
 * Many tools write the latitude first, which GeoJSON does not. It shows where a latitude would be beyond 90, and
 * where all shapes would lie in the sea or on the ice and none would the other way round. Then the other
 * order is read, and said.
 */
function guess(
  places: Places,
  geojson: unknown,
  effect: Shape['effect'],
): { order: Order; why: string | null } {
  const plain = shapesInGeoJson(geojson, effect);
  const other = shapesInGeoJson(turned(geojson), effect);
  if (other.problems.length > 0) return { order: 'lng_lat', why: null };
  if (plain.problems.some(({ message }) => message.includes('swapped')))
    return { order: 'lat_lng', why: 'Read as given, a latitude would be beyond 90°.' };
  if (plain.problems.length === 0 && onLand(places, plain.shapes) === 0 && onLand(places, other.shapes) > 0)
    return { order: 'lat_lng', why: 'Read as given, every shape would lie in the sea or on the ice.' };
  return { order: 'lng_lat', why: null };
}

export const readShapesHandler: Handler<typeof policies.readPolicyShapes> = async ({ body }, { places }) => {
  const { geojson, effect } = body;
  const wrong = misshapen(geojson);
  if (wrong) refuse('invalid_request', 'shapes', { fields: [wrong] });
  const { order, why } = body.order ? { order: body.order, why: null } : guess(places, geojson, effect);
  const { shapes, problems } = shapesInGeoJson(order === 'lat_lng' ? turned(geojson) : geojson, effect);
  if (problems.length > 0) refuse('invalid_request', 'shapes', { fields: problems });
  const notes = why
    ? [`The file has the latitude first, so its coordinates were read as latitude, longitude. ${why}`]
    : [];
  return { shapes, order, notes };
};
