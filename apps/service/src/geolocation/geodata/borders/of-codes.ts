import type { RuleCodes } from '../rules/codes.ts';
import type { Steps } from '../rules/steps.ts';
import { nearestSegment } from './distance.ts';
import { type Region, sidesOf } from './pack.ts';
import type { Packs } from './packs.ts';
import { allowedIn, CHUNKS_AT_ONCE, type CodeBorder, pointOn, SAMPLES } from './sides.ts';
import { addSurveyedCoast, surveyedBorders } from './surveyed.ts';

/** A coarse country line this near to a finer one is the same border, drawn twice. */
const SAME_LINE_M = 12_000;
export function* codeBorders(packs: Packs, codes: RuleCodes, coast: boolean): Steps<CodeBorder[]> {
  if (!codes.some && !coast) return [];
  const borders = [
    yield* countryBorders(packs, codes),
    yield* surveyedBorders(packs, codes),
    yield* innerBorders(packs, codes),
  ];
  if (coast) {
    addSurveyedCoast(packs, codes, borders[1]!.masks);
    yield* addCoast(packs, codes, borders[2]!.masks);
  }
  return borders.filter(({ masks }) => masks.some((mask) => mask !== 0));
}

/** Coarse borders between subdivisions of one country: arcs with an allowed side and a side that is not. */
function* innerBorders({ world: pack, divided }: Packs, codes: RuleCodes): Steps<CodeBorder> {
  const masks = new Int32Array(pack.arc_of_chunk.length);
  const area = ({ within }: Region) => within.find((code) => divided.has(code));
  for (let chunk = 0; chunk < masks.length; chunk++) {
    if (chunk % CHUNKS_AT_ONCE === 0) yield;
    const [a, b] = sidesOf(pack, chunk);
    // Borders between countries, and between surveyed areas, come from better packs. A missing side is the
    // sea, which is no jurisdiction.
    if (!a || !b || a.country !== b.country || area(a) !== area(b)) continue;
    if (codes.allowsIn(a) !== codes.allowsIn(b)) masks[chunk] = -1;
  }
  return { pack, masks };
}

/**
 * Borders between countries. When the rule names subdivisions, the side of a segment is the subdivision found
 * there, because one side of a long border can change from allowed to denied along it.
 */
function* countryBorders(packs: Packs, codes: RuleCodes): Steps<CodeBorder> {
  const pack = packs.countries;
  const masks = new Int32Array(pack.arc_of_chunk.length);
  for (let chunk = 0; chunk < masks.length; chunk++) {
    if (chunk % CHUNKS_AT_ONCE === 0) yield;
    const [a, b] = sidesOf(pack, chunk);
    if (!a || !b) continue;
    const by_subdivision = codes.speaksOfSubdivisions(a.country) || codes.speaksOfSubdivisions(b.country);
    if (!by_subdivision && codes.allowsIn(a) === codes.allowsIn(b)) continue;
    const surveyed = packs.drawn.has(a.country) || packs.drawn.has(b.country);
    const finer = surveyed && !a.disputed && !b.disputed ? drawnFiner(packs, chunk) : 0;
    masks[chunk] = ~finer & (by_subdivision ? mixedMask(packs, codes, { chunk, a, b, finer }) : -1);
  }
  return { pack, masks };
}

interface Mixed {
  chunk: number;
  a: Region;
  b: Region;
  /** Segments that the caller does not need. */
  finer: number;
}

function mixedMask(packs: Packs, codes: RuleCodes, { chunk, a, b, finer }: Mixed): number {
  let mask = 0;
  for (let bit = 0; bit < packs.countries.chunk_segments[chunk]!; bit++) {
    if ((finer & (1 << bit)) !== 0) continue;
    // A segment can be long enough to pass several subdivisions, so one differing sample makes all of it a
    // border.
    const differs = SAMPLES.some((t) => {
      const [lng, lat] = pointOn(packs.countries, chunk, bit, t);
      return allowedIn(packs, codes, a, lat!, lng!) !== allowedIn(packs, codes, b, lat!, lng!);
    });
    if (differs) mask |= 1 << bit;
  }
  return mask;
}

/** The same for every rule. */
const finerOf = new WeakMap<Packs, Map<number, number>>();

function drawnFiner(packs: Packs, chunk: number): number {
  const known = finerOf.get(packs) ?? new Map<number, number>();
  finerOf.set(packs, known);
  const mask = known.get(chunk) ?? lookFiner(packs, chunk);
  known.set(chunk, mask);
  return mask;
}

/**
 * Segments of a coarse country line that the surveyed data draw finer. The parts of the line through lakes
 * and the sea stay.
 */
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

/** Where another country may begin, the end of one country's data is not its coast. */
function* addCoast({ world, countries, coded }: Packs, codes: RuleCodes, masks: Int32Array): Steps<void> {
  const two_sided = (chunk: number) => (sidesOf(countries, chunk)[1] ? -1 : 0);
  for (let chunk = 0; chunk < masks.length; chunk++) {
    if (chunk % CHUNKS_AT_ONCE === 0) yield;
    const [a, b] = sidesOf(world, chunk);
    if (!a || b || coded.has(a.country) || !codes.allowsIn(a)) continue;
    for (let bit = 0; bit < world.chunk_segments[chunk]!; bit++) {
      const [lng, lat] = pointOn(world, chunk, bit, 0.5);
      const at = { lat: lat!, lng: lng!, reach_m: SAME_LINE_M };
      if (!nearestSegment(countries, countries.chunk_index, two_sided, at)) masks[chunk]! |= 1 << bit;
    }
  }
}
