import { wrapped } from '../globe/turns.ts';
import type { LngLat } from '../mercator.ts';

/** What may be drawn: an area by its outer ring, closed, or a circle. Longitudes may run past ±180. */
export type Geometry =
  | { kind: 'polygon'; ring: readonly LngLat[] }
  | { kind: 'circle'; at: LngLat; radius_m: number };

/** A centimetre: more digits tell nothing. */
export const precise = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;
export const precisePoint = ([lng, lat]: readonly number[]): LngLat => [precise(lng!), precise(lat!)];

/** A place as everything but the map knows it: on a map that is moved over the 180th meridian, longitudes run on. */
export const onEarth = ([lng, lat]: LngLat): LngLat =>
  precisePoint([wrapped(lng), Math.max(-90, Math.min(90, lat))]);
