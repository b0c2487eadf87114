import { wrapped } from './globe/turns.ts';
import { round } from './mercator.ts';
import { type Bounds, seen, type View, zoomOf } from './view.ts';

/** How near a map is to what it shows: which lines are worth their weight. */
export interface Nearness {
  /** The overview's coast would look angular. */
  coasts: boolean;
  /** `latitude,longitude` to half a degree, where the points that are left out of surveyed lines would be missed. */
  close: string | null;
}

export const FAR: Nearness = { coasts: false, close: null };

/** Zoom at which the overview's coast looks angular. */
const COASTS_FROM = 2.5;
/**
 * Degrees from edge to edge. The service sends what is within one degree of a place, and the middle of the map is
 * within a quarter of a degree of it.
 */
const CLOSE = 1.5;

export function nearnessOf(view: View | null): Nearness {
  if (!view) return FAR;
  const [across, tall] = degreesOf(seen(view, 0));
  const [lng, lat] = round(view.centre);
  const close = Math.max(across, tall) < CLOSE ? `${halfDegrees(lat)},${halfDegrees(wrapped(lng))}` : null;
  return { coasts: zoomOf(view) >= COASTS_FROM, close };
}

/** From west to east, and from south to north. */
export function degreesOf([left, top, right, bottom]: Bounds): [across: number, tall: number] {
  const [west, north] = round([left, top]);
  const [east, south] = round([right, bottom]);
  return [east - west, north - south];
}

const halfDegrees = (degrees: number): number => Math.round(2 * degrees) / 2;
