import type { Shape } from '../queries.ts';

/** Shapes as GeoJSON that reads back as the same shapes: a circle is a point with `radius_m`. */
export function geoJsonOf(shapes: readonly Shape[]): string {
  const features = shapes.map(({ polygon, circle, ...properties }) => ({
    type: 'Feature',
    properties: { ...properties, ...(circle && { radius_m: circle.radius_m }) },
    geometry: circle
      ? { type: 'Point', coordinates: [circle.lng, circle.lat] }
      : { type: 'Polygon', coordinates: polygon ?? [] },
  }));
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`;
}
