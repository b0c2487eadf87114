/** A place: longitude, latitude in degrees, as in GeoJSON. */
export type LngLat = readonly [lng: number, lat: number];
/** A place on the square from 0 to 1 that the world is drawn on; y grows to the south. */
export type Flat = readonly [x: number, y: number];

const HIGHEST = 85.05;
const EQUATOR_M = 40_075_016.686;
const METRES_PER_DEGREE = 111_320;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const within = (lat: number): number => Math.max(-HIGHEST, Math.min(HIGHEST, lat));

export const flat = ([lng, lat]: LngLat): Flat => [
  lng / 360 + 0.5,
  0.5 - Math.log(Math.tan(Math.PI / 4 + radians(within(lat)) / 2)) / (2 * Math.PI),
];

export const round = ([x, y]: Flat): LngLat => [
  (x - 0.5) * 360,
  (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90,
];

/** Metres that one side of the square stands for at a latitude. */
export const metresAcross = (lat: number): number => EQUATOR_M * Math.cos(radians(within(lat)));

/** The place some metres from another in a direction, degrees clockwise from north; its longitude may pass ±180. */
export function placeFrom([lng, lat]: LngLat, bearing: number, metres: number): LngLat {
  const turn = radians(bearing);
  const up = (metres * Math.cos(turn)) / METRES_PER_DEGREE;
  const across = (metres * Math.sin(turn)) / (METRES_PER_DEGREE * Math.max(0.01, Math.cos(radians(lat))));
  return [lng + across, Math.max(-90, Math.min(90, lat + up))];
}
