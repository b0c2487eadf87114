import type { LngLat } from '../mercator.ts';
import { cornersFrom, endOf, endsOf, type Ring, ringsOf, withoutRepeats } from './chains.ts';
import { turnedTo, unrolled } from './turns.ts';

/** Degrees, about a metre: points are kept with seven digits. */
const NEAR = 1e-5;

/**
 * The rings of a policy as a person sees them: what is cut at the 180th meridian (`cut.ts`) is one again, and its
 * longitudes run past it. A polygon whose cuts do not meet stays as it is.
 */
export function joinedAtSeam(rings: readonly Ring[]): LngLat[][] {
  const cut = rings.filter((ring) => ring.some((point, i) => i > 0 && alongSeam(ring[i - 1]!, point)));
  const joined = cut.length > 1 ? joinedChains(cut.flatMap((ring) => chainsOf(ring.slice(1)))) : null;
  if (!joined) return rings.map((ring) => [...ring]);
  const [outer, ...inner] = joined.map((ring) => turnedTo(ring, 0)).sort((a, b) => sizeOf(b) - sizeOf(a));
  // A hole is seen where its area is seen.
  const holes = [...inner, ...rings.filter((ring) => !cut.includes(ring))];
  return [outer!, ...holes.map((ring) => turnedTo(ring, outer![0]![0]))];
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
  return chains;
}

/** Null when an end has no counterpart beyond the meridian, or the rings go around the whole world. */
function joinedChains(chains: readonly Ring[]): LngLat[][] | null {
  const ends = endsOf(chains);
  const beyond = ends.map((end) => {
    const [lng, lat] = endOf(chains, end);
    return ends.filter((other) => {
      const [x, y] = endOf(chains, other);
      return x === -lng && Math.abs(y - lat) < NEAR;
    });
  });
  if (beyond.some(({ length }) => length !== 1)) return null;
  const rings = ringsOf(chains, (end) => beyond[end]![0]!).map(unrolled);
  if (rings.some((ring) => Math.abs(ring[0]![0] - ring.at(-1)![0]) > 1)) return null;
  return rings.map((ring) => withoutCuts(withoutRepeats(ring)));
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
