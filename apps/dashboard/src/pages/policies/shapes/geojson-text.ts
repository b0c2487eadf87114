import { polygonsOf } from '../../../map/globe/nested.ts';
import type { Shape } from '../queries.ts';

/**
 * Shapes as GeoJSON that decides the same when it is read again: a circle is a point with `radius_m`. Other tools take
 * every ring of a Polygon but the first for a hole, so a shape of several areas is a MultiPolygon, which reads back as
 * a shape for each of them.
 */
export function geoJsonOf(shapes: readonly Shape[]): string {
  const features = shapes.map(({ polygon, circle, ...properties }) => ({
    type: 'Feature',
    properties: { ...properties, ...(circle && { radius_m: circle.radius_m }) },
    geometry: circle ? { type: 'Point', coordinates: [circle.lng, circle.lat] } : areaOf(polygon ?? []),
  }));
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`;
}

function areaOf(rings: NonNullable<Shape['polygon']>) {
  const polygons = polygonsOf(rings);
  return polygons.length > 1
    ? { type: 'MultiPolygon', coordinates: polygons }
    : { type: 'Polygon', coordinates: polygons[0] ?? [] };
}
