import type { LngLat } from '../mercator.ts';
import { cornersFrom, endOf, endsOf, moveEnd, type Ring, ringsOf, withoutRepeats } from './chains.ts';
import { turnedBeside } from './nested.ts';
import { turnedTo, unrolled } from './turns.ts';

/** Degrees, about a metre: other tools keep fewer digits. */
const NEAR = 1e-5;

/**
 * The rings of a policy as a person sees them: what is cut at the 180th meridian (`cut.ts`) is one again, and its
 * longitudes run past it. What is inside on one side of the meridian alone has a border there.
 */
export function joinedAtSeam(rings: readonly Ring[]): LngLat[][] {
  const cut = rings.filter((ring) => ring.some((point, i) => i > 0 && alongSeam(ring[i - 1]!, point)));
  const joined = cut.length > 1 ? joinedChains(cut.flatMap((ring) => chainsOf(ring.slice(1)))) : null;
  if (!joined) return rings.map((ring) => [...ring]);
  const [outer, ...inner] = joined.map((ring) => turnedTo(ring, 0)).sort((a, b) => sizeOf(b) - sizeOf(a));
  const others = [...inner, ...rings.filter((ring) => !cut.includes(ring))];
  return [outer!, ...others.map((ring) => turnedBeside(ring, outer!))];
}

const alongSeam = (a: LngLat, b: LngLat): boolean => Math.abs(a[0]) === 180 && a[0] === b[0];

/** The pieces of a ring between its edges along the meridian. */
function chainsOf(corners: readonly LngLat[]): LngLat[][] {
  const first = corners.findIndex((point, i) => alongSeam(corners.at(i - 1)!, point));
  const chains: LngLat[][] = [];
  for (const [point, before] of cornersFrom(corners, first)) {
    if (alongSeam(before, point)) chains.push([point]);
    else chains.at(-1)!.push(point);
  }
  // A point that stands alone on the meridian is there for the edges along it.
  return chains.filter(({ length }) => length > 1);
}

/** Null when nothing goes on beyond the meridian, or the rings go around the whole world. */
function joinedChains(chains: readonly LngLat[][]): LngLat[][] | null {
  const ends = endsOf(chains).sort((a, b) => endOf(chains, a)[1] - endOf(chains, b)[1]);
  const sides = [180, -180].map((side) => ends.filter((end) => endOf(chains, end)[0] === side));
  const next = partnersOf(chains, sides[0]!, sides[1]!);
  if (!sides[0]!.some((end) => sides[1]!.includes(next.get(end)!))) return null;
  const rings = ringsOf(chains, (end) => next.get(end)!).map(unrolled);
  if (rings.some((ring) => Math.abs(ring[0]![0] - ring.at(-1)![0]) > 1)) return null;
  return rings.map((ring) => withoutCuts(withoutRepeats(ring)));
}

/**
 * The end that each end is joined to. On both sides, what lies between the first and the second end is inside, and so
 * on. Where an area begins or ends at the same place on both sides, its border goes on beyond the meridian. Other tools
 * may have cut it there a little beside itself, so the eastern end is moved to the western one. Between the other
 * ends, the area is on one side alone, and its border runs along the meridian.
 */
function partnersOf(chains: readonly LngLat[][], west: number[], east: number[]): Map<number, number> {
  const next = new Map<number, number>();
  const join = (a: number, b: number) => next.set(a, b).set(b, a);
  const latOf = (end: number) => endOf(chains, end)[1];
  const closes = (end: number) => Math.max(west.indexOf(end), east.indexOf(end)) % 2;
  const near = west.flatMap((end) =>
    east
      .map((other) => ({ end, other, apart: Math.abs(latOf(end) - latOf(other)) }))
      .filter(({ other, apart }) => apart < NEAR && closes(other) === closes(end)),
  );
  for (const { end, other } of near.sort((a, b) => a.apart - b.apart)) {
    if (next.has(end) || next.has(other)) continue;
    moveEnd(chains, other, latOf(end));
    join(end, other);
  }
  const left = [...west, ...east].filter((end) => !next.has(end));
  left.sort((a, b) => latOf(a) - latOf(b) || closes(b) - closes(a));
  for (let i = 0; i + 1 < left.length; i += 2) join(left[i]!, left[i + 1]!);
  return next;
}

/** Without the points that are there for the cut alone: they lie on the straight line between their neighbours. */
function withoutCuts(ring: Ring): LngLat[] {
  const corners = ring.slice(1).filter((point, i, all) => {
    if (Math.abs(point[0]) % 360 !== 180) return true;
    const [before, after] = [all.at(i - 1)!, all[(i + 1) % all.length]!];
    const share = (point[0] - before[0]) / (after[0] - before[0]);
    const straight = before[1] + share * (after[1] - before[1]);
    return !(share > 0 && share < 1 && Math.abs(straight - point[1]) < NEAR);
  });
  return [...corners, corners[0]!];
}

/** Of the box around it: a hole is smaller than what it lies in. */
function sizeOf(ring: Ring): number {
  const span = (axis: 0 | 1) => {
    const all = ring.map((point) => point[axis]);
    return Math.max(...all) - Math.min(...all);
  };
  return span(0) * span(1);
}
