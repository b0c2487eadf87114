import { partOf } from '../places/locate.ts';
import type { RuleCodes } from '../rules/codes.ts';
import type { Steps } from '../rules/steps.ts';
import { beyondOf, type Region, sidesOf } from './pack.ts';
import type { Packs } from './packs.ts';
import { allowedIn, CHUNKS_AT_ONCE, type CodeBorder, pointOn, regionJudge } from './sides.ts';

/** Surveyed lines between areas, and those where the surveyed data end at another country. */
export function* surveyedBorders(packs: Packs, codes: RuleCodes): Steps<CodeBorder> {
  const { surveyed: pack, outer } = packs;
  const masks = new Int32Array(pack.arc_of_chunk.length);
  const allowed = regionJudge(codes);
  for (let chunk = 0; chunk < masks.length; chunk++) {
    if (chunk % CHUNKS_AT_ONCE === 0) yield;
    const [a, b] = sidesOf(pack, chunk);
    if (!a) continue;
    if (b) {
      const parts = [a, b].some((side) => hasParts(packs, codes, side));
      if (parts ? differsAt(packs, codes, chunk, a, b) : allowed(a) !== allowed(b)) masks[chunk] = -1;
    } else if (outer[chunk] !== 0) masks[chunk] = endMask(packs, codes, chunk, a);
  }
  return { pack, masks };
}

/** Whether the rule can tell apart what lies inside of a surveyed area. */
const hasParts = ({ divided, coded }: Packs, codes: RuleCodes, { country, code }: Region): boolean =>
  codes.speaksOfSubdivisions(country) && (code === null ? !coded.has(country) : divided.has(code));

/** A chunk is short, so one look at its middle stands for all of it. */
function differsAt(packs: Packs, codes: RuleCodes, chunk: number, a: Region, b: Region): boolean {
  const [lng, lat] = pointOn(packs.surveyed, chunk, packs.surveyed.chunk_segments[chunk]! >> 1, 0.5);
  const [there, here] = [a, b].map((side) => allowedBeside(packs, codes, side, lat, lng));
  return there !== here;
}

function allowedBeside(packs: Packs, codes: RuleCodes, side: Region, lat: number, lng: number): boolean {
  if (side.code === null) return allowedIn(packs, codes, side, lat, lng);
  return codes.allowsIn(hasParts(packs, codes, side) ? partOf(packs, side, lat, lng) : side);
}

/** The segments of a chunk at the end of the surveyed data whose other country has another answer. */
function endMask(packs: Packs, codes: RuleCodes, chunk: number, side: Region): number {
  const { surveyed, outer } = packs;
  const answers = new Map<string, boolean>();
  const [lng, lat] = pointOn(surveyed, chunk, surveyed.chunk_segments[chunk]! >> 1, 0.5);
  const here = allowedBeside(packs, codes, side, lat, lng);
  let mask = 0;
  for (let bit = 0; bit < surveyed.chunk_segments[chunk]!; bit++) {
    if ((outer[chunk]! & (1 << bit)) === 0) continue;
    const country = beyondOf(surveyed, chunk, bit)!;
    const there =
      answers.get(country) ?? allowedIn(packs, codes, { country, code: null, within: [] }, lat, lng);
    answers.set(country, there);
    if (here !== there) mask |= 1 << bit;
  }
  return mask;
}

export function addSurveyedCoast({ surveyed, outer }: Packs, codes: RuleCodes, masks: Int32Array): void {
  for (let chunk = 0; chunk < masks.length; chunk++) {
    const [a, b] = sidesOf(surveyed, chunk);
    if (a?.code && !b && codes.allowsIn(a)) masks[chunk]! |= ~outer[chunk]!;
  }
}
