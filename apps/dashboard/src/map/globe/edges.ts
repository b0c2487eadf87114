import type { LngLat } from '../mercator.ts';

/** Degrees of latitude after which a straight line of degrees would be seen to bend on the map. */
const BENDS = 1;

/**
 * Decisions take the edges of a shape for straight lines of degrees. On the map, where a degree of latitude grows
 * towards the poles, a long slanting one is bent, so it gets points on the way.
 */
export const asDecided = (line: readonly (readonly number[])[]): LngLat[] =>
  line.flatMap(([lng, lat], i): LngLat[] => {
    const [x, y] = line[i - 1] ?? [lng!, lat!];
    const steps = x === lng ? 1 : Math.max(1, Math.ceil(Math.abs(lat! - y!) / BENDS));
    return Array.from({ length: steps }, (_, k): LngLat => {
      const share = (k + 1) / steps;
      return [x! + share * (lng! - x!), y! + share * (lat! - y!)];
    });
  });
