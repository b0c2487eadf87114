import type { LngLat } from '../mercator.ts';
import type { Ring } from './chains.ts';
import { turnedTo } from './turns.ts';

/** Whether a place lies in a ring, by even and odd. */
export function inRing(ring: Ring, [x, y]: LngLat): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [[x0, y0], [x1, y1]] = [ring[i - 1]!, ring[i]!];
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
  }
  return inside;
}

/**
 * The rings of an area as polygons: each is an outer ring with the holes that lie in it, in the order of the outer
 * rings. The rings of an area do not touch, so one point tells where all of a ring lies.
 */
export function polygonsOf<R extends Ring>(rings: readonly R[]): R[][] {
  if (rings.length < 2) return rings.map((ring) => [ring]);
  const around = rings.map((ring) => rings.filter((other) => other !== ring && inRing(other, ring[0]!)));
  const depth = new Map(rings.map((ring, i) => [ring, around[i]!.length]));
  const outer = rings.filter((ring) => depth.get(ring)! % 2 === 0);
  return outer.map((ring) => [
    ring,
    ...rings.filter((hole, i) => around[i]!.includes(ring) && depth.get(hole) === depth.get(ring)! + 1),
  ]);
}

/** A ring turned to the world that another one is drawn in, so that a hole lies in its area. */
export function turnedBeside(ring: Ring, other: Ring): LngLat[] {
  const lngs = other.map(([lng]) => lng);
  return turnedTo(ring, (Math.min(...lngs) + Math.max(...lngs)) / 2);
}
