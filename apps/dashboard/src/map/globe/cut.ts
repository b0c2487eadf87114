import type { LngLat } from '../mercator.ts';
import { cornersFrom, endOf, endsOf, moveEnd, type Ring, ringsOf } from './chains.ts';
import { polygonsOf } from './nested.ts';

const HALF = 180;
const turnOf = (lng: number): number => Math.floor((lng + HALF) / 360);

/**
 * A drawn area, whose longitudes may run past ±180 without jumps, as a policy takes it: longitudes from −180 to 180,
 * and no edge over the 180th meridian. An area over it is several rings of one polygon, which end there. A hole stands
 * behind the ring that it lies in.
 */
export function cutAtSeam(rings: readonly Ring[]): LngLat[][] {
  const turns = rings.flat().map(([lng]) => turnOf(lng));
  const [first, last] = [Math.min(...turns), Math.max(...turns)];
  const cut = Array.from({ length: last - first + 1 }, (_, i) => first + i).flatMap((turn) => {
    const middle = 360 * turn;
    return halfOf(halfOf(rings, middle - HALF, 1), middle + HALF, -1).map((ring) =>
      withShortEdges(ring.map(([lng, lat]): LngLat => [lng - middle, lat])),
    );
  });
  return polygonsOf(cut).flat();
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
  const within = rings.filter((ring) => ring.some(inside));
  if (!within.some((ring) => ring.some(beyond))) return within;
  // A ring that only touches the meridian would touch the edge that the cut leaves there: it ends there as well.
  const whole = within.filter((ring) => ring.every(inside));
  const chains = within
    .filter((ring) => !whole.includes(ring))
    .flatMap((ring) => chainsOf(ring.slice(1), meridian, inside));
  // Along the meridian, what lies between the first and the second crossing is inside, and so on.
  const ends = endsOf(chains).sort(
    (a, b) => endOf(chains, a)[1] - endOf(chains, b)[1] || slopeOf(chains, a) - slopeOf(chains, b),
  );
  spread(chains, ends);
  const partner = new Map(ends.map((end, i) => [end, ends[i ^ 1]!]));
  return [...whole, ...ringsOf(chains, (end) => partner.get(end)!)];
}

/** How steeply a chain goes up from one of its ends. */
function slopeOf(chains: readonly Ring[], end: number): number {
  const chain = chains[end >> 1]!;
  const [from, to] = end % 2 === 0 ? [chain[0]!, chain[1]!] : [chain.at(-1)!, chain.at(-2)!];
  return (to[1] - from[1]) / Math.abs(to[0] - from[0]);
}

/** Degrees, a centimetre: as near as two points of a policy can be. */
const LEAST = 1e-7;

/** Where the tip of a ring touches the meridian, the edges below and above would meet in it: they end beside it. */
function spread(chains: LngLat[][], ends: readonly number[]): void {
  for (let i = 1; i + 1 < ends.length; i += 2) {
    const [lower, upper] = [ends[i]!, ends[i + 1]!];
    const lat = endOf(chains, lower)[1];
    if (lat !== endOf(chains, upper)[1]) continue;
    moveEnd(chains, lower, lat - LEAST);
    moveEnd(chains, upper, lat + LEAST);
  }
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
