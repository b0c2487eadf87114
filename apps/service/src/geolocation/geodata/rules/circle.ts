import { greatCircleM } from '../places/great-circle.ts';
import { metresPerDegree } from '../places/position.ts';

export interface Circle {
  lat: number;
  lng: number;
  radius_m: number;
}

/**
 * Up to this radius the ellipsoid is treated as flat (error below 0.1 %), beyond it the earth as a sphere
 * (below 0.6 %).
 */
const FLAT_M = 50_000;

/** Degrees of longitude from one meridian to another the short way, −180 to 180. */
const lngApart = (from: number, to: number) => ((((to - from + 180) % 360) + 360) % 360) - 180;

/** Metres from the centre, by the same measure as the circle's rim. */
export function fromCentre({ lat, lng, radius_m }: Circle, to_lat: number, to_lng: number): number {
  if (radius_m > FLAT_M) return greatCircleM({ lat, lng }, { lat: to_lat, lng: to_lng });
  const metres = metresPerDegree((lat + to_lat) / 2);
  return Math.hypot((to_lat - lat) * metres.lat, lngApart(lng, to_lng) * metres.lng);
}

/** Farthest that a chord of the rim lies inside the circle, metres. */
export const sagittaM = ({ radius_m }: Circle) => Math.max(0.5, radius_m * 0.0005);

/** The rim as a closed ring of [lng, lat]; longitudes run on past ±180 instead of jumping. */
export function rim(circle: Circle): [number, number][] {
  const half = Math.acos(Math.max(0, 1 - sagittaM(circle) / circle.radius_m));
  const corners = Math.max(24, Math.ceil(Math.PI / half));
  const ring: [number, number][] = [];
  for (let i = 0; i < corners; i++) {
    const [lng, lat] = onRim(circle, (2 * Math.PI * i) / corners);
    const last = ring.at(-1);
    ring.push([last ? last[0] + lngApart(last[0], lng) : lng, lat]);
  }
  const [first, last] = [ring[0]!, ring.at(-1)!];
  ring.push([last[0] + lngApart(last[0], first[0]), first[1]]);
  return ring;
}

/** The point at `radius_m` in a direction (radians from north, clockwise). */
function onRim(circle: Circle, direction: number): [number, number] {
  const phi = (circle.lat * Math.PI) / 180;
  let arc = circle.radius_m / 6_371_008.8;
  let point: [number, number] = [0, 0];
  // The sphere is only the first guess; where the ellipsoid is the measure, the length is corrected to it.
  for (let round = 0; round < 3; round++) {
    const lat = Math.asin(
      Math.sin(phi) * Math.cos(arc) + Math.cos(phi) * Math.sin(arc) * Math.cos(direction),
    );
    const lng = Math.atan2(
      Math.sin(direction) * Math.sin(arc) * Math.cos(phi),
      Math.cos(arc) - Math.sin(phi) * Math.sin(lat),
    );
    point = [circle.lng + (lng * 180) / Math.PI, (lat * 180) / Math.PI];
    arc *= circle.radius_m / (fromCentre(circle, point[1], point[0]) || 1);
  }
  return point;
}
