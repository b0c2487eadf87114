import { type Region, sidesOf } from '../packed/pack.ts';
import type { Packs } from '../packed/packs.ts';
import { nearestSegment } from './distance.ts';
import { pointOn, SAMPLES } from './sides.ts';

/** A coarse country line this near to a finer one is the same border, drawn twice. */
export const SAME_LINE_M = 12_000;

/** The same for every rule. */
const finerOf = new WeakMap<Packs, Map<number, number>>();

/** The segments of a coarse line between two countries that the surveyed data draw finer. */
export function drawnFiner(packs: Packs, chunk: number, a: Region, b: Region): number {
  const surveyed = packs.drawn.has(a.country) || packs.drawn.has(b.country);
  if (!surveyed || a.disputed || b.disputed) return 0;
  const known = finerOf.get(packs) ?? new Map<number, number>();
  finerOf.set(packs, known);
  const mask = known.get(chunk) ?? lookFiner(packs, chunk);
  known.set(chunk, mask);
  return mask;
}

/** The parts of the line through lakes and the sea stay. */
function lookFiner({ countries, surveyed, outer }: Packs, chunk: number): number {
  const [a, b] = sidesOf(countries, chunk) as [Region, Region];
  const same = (near: number) => {
    const [side, other] = sidesOf(surveyed, near);
    if (side?.country !== a.country && side?.country !== b.country) return 0;
    return other && other.country !== side.country ? -1 : outer[near]!;
  };
  let mask = 0;
  for (let bit = 0; bit < countries.chunk_segments[chunk]!; bit++) {
    const finer = SAMPLES.every((t) => {
      const [lng, lat] = pointOn(countries, chunk, bit, t);
      const at = { lat: lat!, lng: lng!, reach_m: SAME_LINE_M };
      return nearestSegment(surveyed, surveyed.chunk_index, same, at) !== null;
    });
    if (finer) mask |= 1 << bit;
  }
  return mask;
}
