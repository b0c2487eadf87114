import { beyondOf, type Region, sidesOf } from '../packed/pack.ts';
import type { Packs } from '../packed/packs.ts';
import { partOf } from '../places/locate.ts';
import type { RuleCodes } from '../rules/codes.ts';
import type { Steps } from '../rules/steps.ts';
import { allowedIn, CHUNKS_AT_ONCE, type CodeBorder, pointOn, SAMPLES } from './sides.ts';

/** Surveyed lines between areas, and those where the surveyed data end at another country. */
export function* surveyedBorders(packs: Packs, codes: RuleCodes): Steps<CodeBorder> {
  const { surveyed: pack, outer } = packs;
  const masks = new Int32Array(pack.arc_of_chunk.length);
  for (let chunk = 0; chunk < masks.length; chunk++) {
    if (chunk % CHUNKS_AT_ONCE === 0) yield;
    const [a, b] = sidesOf(pack, chunk);
    if (!a) continue;
    if (b) {
      const parts = [a, b].some((side) => hasParts(packs, codes, side));
      if (parts) masks[chunk] = differsMask(packs, codes, chunk, a, b);
      else if (codes.allowsIn(a) !== codes.allowsIn(b)) masks[chunk] = -1;
    } else if (outer[chunk] !== 0) masks[chunk] = endMask(packs, codes, chunk, a);
  }
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
const endMask = (packs: Packs, codes: RuleCodes, chunk: number, side: Region): number =>
  maskOf(packs, chunk, packs.outer[chunk]!, (bit) => {
    const beyond = countryAlone(beyondOf(packs.surveyed, chunk, bit)!);
    const parts = hasParts(packs, codes, side) || codes.speaksOfSubdivisions(beyond.country);
    if (!parts) return codes.allowsIn(side) !== codes.allowsIn(beyond);
    return somewhere(packs, chunk, bit, (lat, lng) => {
      const here = allowedBeside(packs, codes, side, lat, lng);
      return here !== allowedIn(packs, codes, beyond, lat, lng);
    });
  });

const COUNTRIES = new Map<string, Region>();

/** A country as a region, one value for each, by which its answer is kept. */
function countryAlone(country: string): Region {
  const known = COUNTRIES.get(country);
  if (known) return known;
  const region = { country, code: null, within: [] };
  COUNTRIES.set(country, region);
  return region;
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

export function addSurveyedCoast({ surveyed, outer }: Packs, codes: RuleCodes, masks: Int32Array): void {
  for (let chunk = 0; chunk < masks.length; chunk++) {
    const [a, b] = sidesOf(surveyed, chunk);
    if (a?.code && !b && codes.allowsIn(a)) masks[chunk]! |= ~outer[chunk]!;
  }
}
