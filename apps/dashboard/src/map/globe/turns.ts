import type { LngLat } from '../mercator.ts';
import { seen, type View } from '../view.ts';

/** The same meridian, from −180 to 180. */
export const wrapped = (lng: number): number =>
  Math.abs(lng) <= 180 ? lng : ((((lng + 180) % 360) + 360) % 360) - 180;

/** The same meridian, at most half a turn away from another one: it may lie past ±180. */
export const beside = (lng: number, other: number): number => lng + 360 * Math.round((other - lng) / 360);

/** A line without jumps: each point is at most half a turn away from the one before it. */
export function unrolled(points: readonly LngLat[]): LngLat[] {
  const line: LngLat[] = [];
  for (const [lng, lat] of points) line.push([beside(lng, line.at(-1)?.[0] ?? lng), lat]);
  return line;
}

/** A line turned so that its middle lies between two meridians that are a whole turn apart, around `middle`. */
export function turnedTo(points: readonly LngLat[], middle: number): LngLat[] {
  const lngs = points.map(([lng]) => lng);
  const own = (Math.min(...lngs) + Math.max(...lngs)) / 2;
  const turn = beside(own, middle) - own;
  return turn === 0 ? [...points] : points.map(([lng, lat]) => [lng + turn, lat]);
}

/**
 * The worlds that a map shows side by side, by their whole turns: on a map over the 180th meridian, both of its sides
 * are seen. From so far that all of the world is seen, it is seen once.
 */
export function turnsIn(view: View): number[] {
  if (seesAll(view)) return [0];
  const [left, , right] = seen(view, 0);
  return [...new Set([Math.floor(left), Math.floor(right)])];
}

export const seesAll = ({ width, scale }: View): boolean => width >= scale;

/** A view as a map keeps it: where all of the world is seen, the world is in the middle. */
export const centredIfWhole = (view: View): View =>
  seesAll(view) ? { ...view, centre: [0.5, view.centre[1]] } : view;

/** The view of a world that lies whole turns away. */
export const turnedView = (view: View, turn: number): View =>
  turn === 0 ? view : { ...view, centre: [view.centre[0] - turn, view.centre[1]] };

/**
 * The view of the world that a place is seen in, if it is seen: the one that is nearest to the middle of the map. Where
 * all of the world is seen, there is one alone.
 */
export const turnedToSee = (view: View, [x]: readonly [number, number]): View =>
  seesAll(view) ? view : turnedView(view, Math.round(view.centre[0] - x));
