import { type Region, sidesOf } from '../packed/pack.ts';
import type { Packs } from '../packed/packs.ts';
import { partOf } from '../places/locate.ts';
import type { RuleCodes } from '../rules/codes.ts';
import type { Steps } from '../rules/steps.ts';
import { type ChunksOf, eachChunk } from './chunks.ts';
import { allowedIn, areasAllowed, type CodeBorder, pointOn, SAMPLES } from './sides.ts';

/** Surveyed lines between areas, and those where the surveyed data end at another country. */
export function* surveyedBorders(packs: Packs, codes: RuleCodes, chunksOf: ChunksOf): Steps<CodeBorder> {
  const { surveyed: pack, outer } = packs;
  const { arc_of_chunk, arc_sides, regions } = pack;
  const masks = new Int32Array(arc_of_chunk.length);
  const allowed = areasAllowed(pack, codes);
  const parts = regions.map((region) => hasParts(packs, codes, region));
  const beyond = (pack.beyond?.countries ?? []).map((country) => beyondIn(codes, country));
  yield* eachChunk(chunksOf(pack), (chunk) => {
    const arc = arc_of_chunk[chunk]!;
    const a = arc_sides[2 * arc]!;
    const b = arc_sides[2 * arc + 1]!;
    if (a < 0) return;
    if (b < 0) {
      const side = { region: regions[a]!, allowed: allowed[a]!, parts: parts[a]! };
      if (outer[chunk] !== 0) masks[chunk] = endMask(packs, codes, chunk, side, beyond);
    } else if (parts[a] || parts[b])
      masks[chunk] = differsMask(packs, codes, chunk, regions[a]!, regions[b]!);
    else if (allowed[a] !== allowed[b]) masks[chunk] = -1;
  });
  return { pack, masks };
}

/** Whether the rule can tell apart what lies inside of a surveyed area. */
const hasParts = ({ divided }: Packs, codes: RuleCodes, { country, code }: Region): boolean =>
  codes.speaksOfSubdivisions(country) && (code === null || divided.has(code));

/** The segments between two areas whose sides have different answers. */
const differsMask = (packs: Packs, codes: RuleCodes, chunk: number, a: Region, b: Region): number =>
  maskOf(packs, chunk, -1, (bit) =>
    somewhere(packs, chunk, bit, (lat, lng) => {
      const [there, here] = [a, b].map((side) => allowedBeside(packs, codes, side, lat, lng));
      return there !== here;
    }),
  );

function allowedBeside(packs: Packs, codes: RuleCodes, side: Region, lat: number, lng: number): boolean {
  if (side.code === null) return allowedIn(packs, codes, side, lat, lng);
  return codes.allowsIn(hasParts(packs, codes, side) ? partOf(packs, side, lat, lng) : side);
}

/** The segments of a chunk at the end of the surveyed data whose other country has another answer there. */
function endMask(packs: Packs, codes: RuleCodes, chunk: number, side: Side, beyond: readonly Side[]): number {
  const { piece_beyond, chunk_first } = packs.surveyed;
  const first = chunk_first[chunk]!;
  return maskOf(packs, chunk, packs.outer[chunk]!, (bit) => {
    const other = beyond[piece_beyond![first + bit]!]!;
    if (!side.parts && !other.parts) return side.allowed !== other.allowed;
    return somewhere(packs, chunk, bit, (lat, lng) => {
      const here = allowedBeside(packs, codes, side.region, lat, lng);
      return here !== allowedIn(packs, codes, other.region, lat, lng);
    });
  });
}

/** What lies on one side of a line, with the rule's answer for it as a whole. */
interface Side {
  region: Region;
  allowed: boolean;
  /** Whether the answer can differ inside of it. */
  parts: boolean;
}

function beyondIn(codes: RuleCodes, country: string): Side {
  const region = { country, code: null, within: [] };
  return { region, allowed: codes.allowsIn(region), parts: codes.speaksOfSubdivisions(country) };
}

/** Of these segments the ones that differ: a chunk can be 100 km long, and a segment 20 km. */
function maskOf({ surveyed }: Packs, chunk: number, of: number, differs: (bit: number) => boolean): number {
  let mask = 0;
  for (let bit = 0; bit < surveyed.chunk_segments[chunk]!; bit++) {
    if ((of & (1 << bit)) !== 0 && differs(bit)) mask |= 1 << bit;
  }
  return mask;
}

const somewhere = (
  { surveyed }: Packs,
  chunk: number,
  bit: number,
  differs: (lat: number, lng: number) => boolean,
): boolean =>
  SAMPLES.some((t) => {
    const [lng, lat] = pointOn(surveyed, chunk, bit, t);
    return differs(lat, lng);
  });

export function* addSurveyedCoast(
  { surveyed, outer }: Packs,
  codes: RuleCodes,
  masks: Int32Array,
  chunksOf: ChunksOf,
): Steps<void> {
  yield* eachChunk(chunksOf(surveyed), (chunk) => {
    const [a, b] = sidesOf(surveyed, chunk);
    if (a?.code && !b && codes.allowsIn(a)) masks[chunk]! |= ~outer[chunk]!;
  });
}
