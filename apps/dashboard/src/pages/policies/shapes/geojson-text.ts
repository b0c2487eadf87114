import { polygonsOf } from '../../../map/globe/nested.ts';
import type { Shape } from '../queries.ts';

/**
 * Shapes as GeoJSON that reads back as the same shapes: a circle is a point with `radius_m`. Of a Polygon, other tools
 * take every ring but the first for a hole, so what has several areas is a MultiPolygon.
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
