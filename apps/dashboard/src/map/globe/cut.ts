import type { LngLat } from '../mercator.ts';
import { cornersFrom, endOf, endsOf, type Ring, ringsOf } from './chains.ts';

/** Whole turns that a drawn area may reach to both sides of the world. */
const TURNS = [-2, -1, 0, 1, 2];
const HALF = 180;

/**
 * A drawn area, whose longitudes may run past ±180 without jumps, as a policy takes it: longitudes from −180 to 180,
 * and no edge over the 180th meridian. An area over it is several rings of one polygon, which end there.
 */
export function cutAtSeam(rings: readonly Ring[]): LngLat[][] {
  const lngs = rings.flat().map(([lng]) => lng);
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  return TURNS.flatMap((turn) => {
    const [left, right] = [360 * turn - HALF, 360 * turn + HALF];
    if (east <= left || west >= right) return [];
    return halfOf(halfOf(rings, left, 1), right, -1).map((ring) =>
      withShortEdges(ring.map(([lng, lat]): LngLat => [lng - 360 * turn, lat])),
    );
  });
}

/** A policy takes an edge of more than half a turn for one that goes around the other way. */
const withShortEdges = (ring: Ring): LngLat[] =>
  ring.flatMap((point, i): LngLat[] => {
    const before = ring[i - 1];
    if (!before || Math.abs(point[0] - before[0]) <= HALF) return [point];
    return [[(before[0] + point[0]) / 2, (before[1] + point[1]) / 2], point];
  });

/** What lies east of a meridian (1) or west of it (−1), of everything that the rings hold by even and odd. */
function halfOf(rings: readonly Ring[], meridian: number, side: 1 | -1): Ring[] {
  const inside = ([lng]: LngLat) => side * (lng - meridian) > 0;
  const beyond = ([lng]: LngLat) => side * (lng - meridian) < 0;
  const whole = rings.filter((ring) => !ring.some(beyond));
  const chains = rings
    .filter((ring) => !whole.includes(ring))
    .flatMap((ring) => chainsOf(ring.slice(1), meridian, inside));
  // Along the meridian, what lies between the first and the second crossing is inside, and so on.
  const ends = endsOf(chains).sort((a, b) => endOf(chains, a)[1] - endOf(chains, b)[1]);
  const partner = new Map(ends.map((end, i) => [end, ends[i ^ 1]!]));
  return [...whole, ...ringsOf(chains, (end) => partner.get(end)!)];
}

/** The pieces of a ring that lie inside, each from the meridian to the meridian. */
function chainsOf(
  corners: readonly LngLat[],
  meridian: number,
  inside: (point: LngLat) => boolean,
): LngLat[][] {
  const chains: LngLat[][] = [];
  const first = corners.findIndex((point, i) => inside(point) && !inside(corners.at(i - 1)!));
  if (first < 0) return chains;
  for (const [point, before] of cornersFrom(corners, first)) {
    if (inside(point) !== inside(before)) {
      const share = (meridian - before[0]) / (point[0] - before[0]);
      const crossing: LngLat = [meridian, before[1] + share * (point[1] - before[1])];
      if (inside(point)) chains.push([crossing]);
      else chains.at(-1)!.push(crossing);
    }
    if (inside(point)) chains.at(-1)!.push(point);
  }
  return chains;
}
