import { type Region, sidesOf } from '../packed/pack.ts';
import type { Packs } from '../packed/packs.ts';
import { findSubdivision } from '../places/locate.ts';
import { kept, type RuleCodes } from '../rules/codes.ts';
import type { Steps } from '../rules/steps.ts';
import { allChunks, type ChunksOf, eachChunk } from './chunks.ts';
import { nearestSegment } from './distance.ts';
import { isInner } from './every.ts';
import { drawnFiner, SAME_LINE_M } from './finer.ts';
import { areasAllowed, type CodeBorder, pointOn, SAMPLES } from './sides.ts';
import { addSurveyedCoast, surveyedBorders } from './surveyed.ts';

/** Every border of the codes of a rule; with `chunksOf`, those in some chunks of each pack. */
export function* codeBorders(
  packs: Packs,
  codes: RuleCodes,
  coast: boolean,
  chunksOf: ChunksOf = allChunks,
): Steps<CodeBorder[]> {
  if (!codes.some && !coast) return [];
  const borders = [
    yield* countryBorders(packs, codes, chunksOf),
    yield* surveyedBorders(packs, codes, chunksOf),
    yield* innerBorders(packs, codes, chunksOf),
  ];
  if (coast) {
    yield* addSurveyedCoast(packs, codes, borders[1]!.masks, chunksOf);
    yield* addCoast(packs, codes, borders[2]!.masks, chunksOf);
  }
  return borders.filter(({ masks }) => masks.some((mask) => mask !== 0));
}

/** Coarse borders between subdivisions of one country: arcs with an allowed side and a side that is not. */
function* innerBorders(packs: Packs, codes: RuleCodes, chunksOf: ChunksOf): Steps<CodeBorder> {
  const pack = packs.world;
  const { arc_of_chunk, arc_sides, regions } = pack;
  const masks = new Int32Array(arc_of_chunk.length);
  const allowed = areasAllowed(pack, codes);
  yield* eachChunk(chunksOf(pack), (chunk) => {
    const side = 2 * arc_of_chunk[chunk]!;
    const a = arc_sides[side]!;
    const b = arc_sides[side + 1]!;
    if (a < 0 || b < 0 || allowed[a] === allowed[b]) return;
    if (isInner(packs, regions[a]!, regions[b]!)) masks[chunk] = -1;
  });
  return { pack, masks };
}

/**
 * Borders between countries. When the rule names subdivisions, the side of a segment is the subdivision found
 * there, because one side of a long border can change from allowed to denied along it.
 */
function* countryBorders(packs: Packs, codes: RuleCodes, chunksOf: ChunksOf): Steps<CodeBorder> {
  const pack = packs.countries;
  const masks = new Int32Array(pack.arc_of_chunk.length);
  yield* eachChunk(chunksOf(pack), (chunk) => {
    const [a, b] = sidesOf(pack, chunk);
    if (!a || !b) return;
    const by_subdivision = codes.speaksOfSubdivisions(a.country) || codes.speaksOfSubdivisions(b.country);
    if (!by_subdivision && codes.allowsIn(a) === codes.allowsIn(b)) return;
    const finer = drawnFiner(packs, chunk, a, b);
    masks[chunk] = ~finer & (by_subdivision ? mixedMask(packs, codes, { chunk, a, b, finer }) : -1);
  });
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
  const here = allowedAlong(packs, codes, chunk, a);
  const there = allowedAlong(packs, codes, chunk, b);
  let mask = 0;
  for (let bit = 0; bit < packs.countries.chunk_segments[chunk]!; bit++) {
    if ((finer & (1 << bit)) !== 0) continue;
    // A segment can be long enough to pass several subdivisions, so one differing sample makes all of it a
    // border.
    if (SAMPLES.some((_, sample) => here(bit, sample) !== there(bit, sample))) mask |= 1 << bit;
  }
  return mask;
}

/**
 * The regions of a country at the samples of a chunk of its line, as far as any rule asked: they are the same
 * for every rule, and finding them is most of the work.
 */
const regionsAlong = new WeakMap<Packs, Map<string, (Region | null)[]>>();

/** The answers for one side of a chunk. */
function allowedAlong(packs: Packs, codes: RuleCodes, chunk: number, land: Region) {
  if (!codes.speaksOfSubdivisions(land.country)) {
    const allowed = codes.allowsIn(land);
    return () => allowed;
  }
  const all = kept(regionsAlong, packs, () => new Map());
  const regions = kept(all, `${chunk} ${land.country}`, () => []);
  return (bit: number, sample: number): boolean => {
    const [lng, lat] = pointOn(packs.countries, chunk, bit, SAMPLES[sample]!);
    const at = bit * SAMPLES.length + sample;
    if (regions[at] === undefined) regions[at] = findSubdivision(packs, land, lat, lng).region;
    return codes.allowsIn(land, regions[at]);
  };
}

/** Where another country may begin, the end of one country's data is not its coast. */
function* addCoast(
  { world, countries, coded }: Packs,
  codes: RuleCodes,
  masks: Int32Array,
  chunksOf: ChunksOf,
): Steps<void> {
  const two_sided = (chunk: number) => (sidesOf(countries, chunk)[1] ? -1 : 0);
  yield* eachChunk(chunksOf(world), (chunk) => {
    const [a, b] = sidesOf(world, chunk);
    if (!a || b || coded.has(a.country) || !codes.allowsIn(a)) return;
    for (let bit = 0; bit < world.chunk_segments[chunk]!; bit++) {
      const [lng, lat] = pointOn(world, chunk, bit, 0.5);
      const at = { lat: lat!, lng: lng!, reach_m: SAME_LINE_M };
      if (!nearestSegment(countries, countries.chunk_index, two_sided, at)) masks[chunk]! |= 1 << bit;
    }
  });
}
