import type { LngLat } from '../mercator.ts';

/** What may be drawn: an area by its outer ring, closed, or a circle. */
export type Geometry =
  | { kind: 'polygon'; ring: readonly LngLat[] }
  | { kind: 'circle'; at: LngLat; radius_m: number };

const METRES_PER_DEGREE = 111_195;
/** A centimetre: more digits tell nothing. */
export const precise = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;
export const precisePoint = ([lng, lat]: readonly number[]): LngLat => [precise(lng!), precise(lat!)];

export function metresBetween([lng0, lat0]: LngLat, [lng1, lat1]: LngLat): number {
  const across = (lng1 - lng0) * Math.cos((((lat0 + lat1) / 2) * Math.PI) / 180);
  return Math.hypot(across, lat1 - lat0) * METRES_PER_DEGREE;
}

export const SIDES = 64;

/** A circle as a polygon. */
export function ringAround([lng, lat]: LngLat, radius_m: number): LngLat[] {
  const up = radius_m / METRES_PER_DEGREE;
  const across = up / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const ring = Array.from({ length: SIDES }, (_, i): LngLat => {
    const turn = (i * 2 * Math.PI) / SIDES;
    return precisePoint([lng + across * Math.sin(turn), lat + up * Math.cos(turn)]);
  });
  return [...ring, ring[0]!];
}
