/** Mean radius of the Earth (IUGG), metres. The sphere is at most 0.6 % off the ellipsoid. */
const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS = Math.PI / 180;

export interface Point {
  lat: number;
  lng: number;
}

/** Great-circle distance in metres (haversine: stable for neighbours and across the antimeridian). */
export function greatCircleM(a: Point, b: Point): number {
  const dLat = Math.sin(((b.lat - a.lat) * RADIANS) / 2);
  const dLng = Math.sin(((b.lng - a.lng) * RADIANS) / 2);
  const h = dLat * dLat + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * dLng * dLng;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}
