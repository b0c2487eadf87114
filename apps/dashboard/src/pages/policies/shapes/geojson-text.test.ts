import { expect, it } from 'vitest';
import { shapesInGeoJson } from '../../../../../service/src/geolocation/policies/geojson-shapes.ts';
import { box } from '../../../../testing/box.ts';
import type { LngLat } from '../../../map/mercator.ts';
import type { Shape } from '../queries.ts';
import { geoJsonOf } from './geojson-text.ts';
import { withGeometry } from './geometry.ts';

const drawn = (ring: LngLat[], shape: Shape) => withGeometry(shape, { kind: 'polygon', ring });
const read = (shapes: Shape[]) => shapesInGeoJson(JSON.parse(geoJsonOf(shapes)), 'deny').shapes;
const typesOf = (shapes: Shape[]) =>
  (JSON.parse(geoJsonOf(shapes)) as { features: { geometry: { type: string } }[] }).features.map(
    ({ geometry }) => geometry.type,
  );

it('comes back as the same shapes when it is read again, and over the 180th meridian as its two halves', () => {
  const plain = drawn(box(10, 0, 20, 10), { effect: 'deny', name: 'Plain' });
  const hole = box(12, 4, 14, 6).map(([x, y]): [number, number] => [x, y]);
  const holed: Shape = { ...plain, polygon: [...plain.polygon!, hole] };
  const over = drawn(box(178, 0, 182, 10), { effect: 'exclusion', buffer_m: 50 });
  const circle: Shape = { effect: 'allow', circle: { lat: 1, lng: 2, radius_m: 3 } };
  const shapes = [plain, holed, over, circle];
  expect(typesOf(shapes)).toEqual(['Polygon', 'Polygon', 'MultiPolygon', 'Point']);
  const halves = over.polygon!.map((ring) => ({ ...over, polygon: [ring] }));
  expect(read(shapes)).toEqual([plain, holed, ...halves, circle]);
});

it('names no area a hole of another one, and has the outer ring first', () => {
  const [outer, hole, other] = [box(0, 0, 10, 10), box(4, 4, 6, 6), box(20, 0, 30, 10)].map((ring) =>
    ring.map(([x, y]): [number, number] => [x, y]),
  );
  const [feature] = (
    JSON.parse(geoJsonOf([{ effect: 'deny', polygon: [hole!, other!, outer!] }])) as {
      features: { geometry: { coordinates: unknown } }[];
    }
  ).features;
  expect(feature!.geometry.coordinates).toEqual([[other], [outer, hole]]);
});
