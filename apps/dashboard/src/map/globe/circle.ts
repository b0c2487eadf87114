import type { LngLat } from '../mercator.ts';
import { beside } from './turns.ts';

/**
 * A circle is drawn by the measure that decides about it (`geodata/rules/circle.ts` of the service): up to this radius
 * on the ellipsoid, which is flat there, and beyond it on a sphere.
 */
const FLAT_M = 50_000;
const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS = Math.PI / 180;

export const LARGEST_M = 5_000_000;

function onSphere([lng0, lat0]: LngLat, [lng1, lat1]: LngLat): number {
  const up = Math.sin(((lat1 - lat0) * RADIANS) / 2);
  const across = Math.sin(((lng1 - lng0) * RADIANS) / 2);
  const h = up * up + Math.cos(lat0 * RADIANS) * Math.cos(lat1 * RADIANS) * across * across;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Metres per degree on the ellipsoid (WGS 84). */
function perDegree(lat: number): LngLat {
  const phi = lat * RADIANS;
  return [
    Math.max(1e-6, 111_412.84 * Math.cos(phi) - 93.5 * Math.cos(3 * phi) + 0.118 * Math.cos(5 * phi)),
    111_132.92 - 559.82 * Math.cos(2 * phi) + 1.175 * Math.cos(4 * phi),
  ];
}

function onEllipsoid([lng0, lat0]: LngLat, [lng1, lat1]: LngLat): number {
  const [across, up] = perDegree((lat0 + lat1) / 2);
  return Math.hypot((beside(lng1, lng0) - lng0) * across, (lat1 - lat0) * up);
}

/** Metres from the centre of a circle, by the same measure as its rim. */
export const metresFrom = (centre: LngLat, radius_m: number, to: LngLat): number =>
  radius_m > FLAT_M ? onSphere(centre, to) : onEllipsoid(centre, to);

/**
 * The radius of the circle whose rim runs through a place. Between both measures a place may be too far for the flat
 * one and too near for the other: no rim runs through it, and the largest flat circle comes nearest.
 */
export function radiusThrough(centre: LngLat, rim: LngLat): number {
  const flat = Math.round(onEllipsoid(centre, rim));
  if (flat <= FLAT_M) return Math.max(1, flat);
  return Math.max(FLAT_M, Math.min(LARGEST_M, Math.round(onSphere(centre, rim))));
}

/** The place on the rim in a direction, degrees clockwise from north. Its longitude may lie past ±180. */
export function onRim(centre: LngLat, radius_m: number, bearing: number): LngLat {
  const [turn, phi] = [bearing * RADIANS, centre[1] * RADIANS];
  let arc = radius_m / EARTH_RADIUS_M;
  let place = centre;
  // The sphere is the first guess; where the ellipsoid is the measure, the length is corrected to it.
  for (let round = 0; round < 3; round++) {
    const sine = Math.sin(phi) * Math.cos(arc) + Math.cos(phi) * Math.sin(arc) * Math.cos(turn);
    const lat = Math.asin(Math.max(-1, Math.min(1, sine)));
    const east = Math.sin(turn) * Math.sin(arc) * Math.cos(phi);
    const lng = Math.atan2(east, Math.cos(arc) - Math.sin(phi) * Math.sin(lat));
    place = [centre[0] + lng / RADIANS, lat / RADIANS];
    arc *= radius_m / (metresFrom(centre, radius_m, place) || 1);
  }
  return place;
}

/** A pixel is too little to see a corner by. */
const UNSEEN_PX = 0.15;

/** As many sides as a circle needs to look round. */
export const sidesFor = (radius_px: number): number =>
  Math.max(48, Math.min(1_440, Math.ceil(Math.PI / Math.acos(1 - UNSEEN_PX / Math.max(1, radius_px)))));

/** Whole turns on both sides of the world that a map can be moved to and still shows something. */
const AROUND = 2;

/**
 * The rim as a closed ring; longitudes run on past ±180. Around a pole it is no ring on a flat map: everything between
 * the rim and the pole is in the circle, on every meridian.
 */
export function ringAround(centre: LngLat, radius_m: number, sides: number): LngLat[] {
  const rim: LngLat[] = [];
  for (let i = 0; i < sides; i++) {
    const [lng, lat] = onRim(centre, radius_m, (360 * i) / sides);
    rim.push([beside(lng, rim.at(-1)?.[0] ?? lng), lat]);
  }
  const [first, last] = [rim[0]!, rim.at(-1)!];
  const way = Math.round((beside(first[0], last[0]) - first[0]) / 360);
  if (way === 0) return [...rim, first];
  const turns = Array.from({ length: 2 * AROUND + 2 }, (_, i) => (i - AROUND - 1) * way);
  const strip = turns.flatMap((turn) => rim.map(([lng, lat]): LngLat => [lng + 360 * turn, lat]));
  const pole = Math.sign(centre[1]) * 90;
  return [...strip, [strip.at(-1)![0], pole], [strip[0]![0], pole], strip[0]!];
}

/** Whether a ring runs along all meridians, so that it is the same one a turn further on. */
export function goesAround(ring: readonly LngLat[]): boolean {
  const lngs = ring.map(([lng]) => lng);
  return Math.max(...lngs) - Math.min(...lngs) > 360;
}
