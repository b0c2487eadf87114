import type { BoundaryPack, Region } from '../packed/pack.ts';
import type { Packs } from '../packed/packs.ts';
import { claimantOf } from '../places/disputes.ts';
import { findSubdivision } from '../places/locate.ts';
import { codesOf, type RuleCodes } from '../rules/codes.ts';

/** Segments of a pack that are a border of the rule: bit i of a chunk's mask stands for its segment i. */
export interface CodeBorder {
  pack: BoundaryPack;
  masks: Int32Array;
}

/** The points along a segment at which its sides are looked up. */
export const SAMPLES = [0.02, 0.25, 0.5, 0.75, 0.98];

/** For each code, the numbers of the areas that a rule with this code may decide. They are the same for every rule. */
const named = new WeakMap<BoundaryPack, Map<string, number[]>>();

function areasNamed(pack: BoundaryPack): Map<string, number[]> {
  const known = named.get(pack);
  if (known) return known;
  const areas = new Map<string, number[]>();
  for (const [area, region] of pack.regions.entries())
    for (const code of new Set([...codesOf(region), claimantOf(region) ?? region.country])) {
      const those = areas.get(code);
      if (those) those.push(area);
      else areas.set(code, [area]);
    }
  named.set(pack, areas);
  return areas;
}

/** Whether the rule allows each area of a pack, by its number. A pack has thousands of areas, and a rule names few. */
export function areasAllowed(pack: BoundaryPack, codes: RuleCodes): boolean[] {
  const allowed = pack.regions.map(() => codes.otherwise);
  for (const code of [...codes.allow, ...codes.deny])
    for (const area of areasNamed(pack).get(code) ?? []) allowed[area] = codes.allowsIn(pack.regions[area]!);
  return allowed;
}

/** The answer for a point that lies in the country of `land`. */
export function allowedIn(packs: Packs, codes: RuleCodes, land: Region, lat: number, lng: number): boolean {
  if (!codes.speaksOfSubdivisions(land.country)) return codes.allowsIn(land);
  return codes.allowsIn(land, findSubdivision(packs, land, lat, lng).region);
}

/** [lng, lat] at a share of a segment's length. */
export function pointOn(pack: BoundaryPack, chunk: number, bit: number, t: number): [number, number] {
  const i = 2 * (pack.chunk_first[chunk]! + bit);
  const { points, scale, translate } = pack;
  return [
    (points[i]! + t * (points[i + 2]! - points[i]!)) * scale[0] + translate[0],
    (points[i + 1]! + t * (points[i + 3]! - points[i + 1]!)) * scale[1] + translate[1],
  ];
}
