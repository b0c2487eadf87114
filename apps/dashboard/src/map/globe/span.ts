import type { Bounds } from '../view.ts';

/** Of longitudes, from west to east: `east` may lie past 180. */
type Arc = readonly [west: number, east: number];

const TURN = 360;
const within = (lng: number): number => ((lng % TURN) + TURN) % TURN;

/**
 * The smallest bounds around all of them. Fiji, Russia and Alaska lie on both sides of the 180th meridian: the bounds
 * leave out the widest part of the globe where nothing is, and run past 180 for it.
 */
export function boundsAround(all: readonly Bounds[]): Bounds | null {
  if (all.length === 0) return null;
  const [west, east] = around(all.map(([left, , right]): Arc => [left, right]));
  return [
    west,
    Math.max(-90, Math.min(...all.map(([, south]) => south))),
    east,
    Math.min(90, Math.max(...all.map(([, , , north]) => north))),
  ];
}

function around(arcs: readonly Arc[]): Arc {
  const sorted = arcs.map(([west, east]): Arc => [within(west), within(west) + east - west]);
  sorted.sort((a, b) => a[0] - b[0]);
  let reached = Number.NEGATIVE_INFINITY;
  let widest = { gap: Number.NEGATIVE_INFINITY, after: 0, before: 0 };
  const first = sorted[0]![0];
  for (const [west, east] of [...sorted, [first + TURN, first + TURN] as const]) {
    if (Number.isFinite(reached) && west - reached > widest.gap)
      widest = { gap: west - reached, after: reached, before: west };
    reached = Math.max(reached, east);
  }
  if (widest.gap <= 0) return [-180, 180];
  // From the end of the gap around the globe to where it begins.
  const [west, east] = [widest.before, widest.after + TURN];
  const turns = TURN * Math.round((west + east) / 2 / TURN);
  return [west - turns, east - turns];
}
