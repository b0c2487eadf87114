import { findSubdivision } from '../places/locate.ts';
import type { RuleCodes } from '../rules/codes.ts';
import type { Steps } from '../rules/steps.ts';
import { nearestSegment } from './distance.ts';
import type { BoundaryPack, Region } from './pack.ts';
import { sidesOf } from './pack.ts';
import type { Packs } from './packs.ts';

/** Segments of a pack that are a border of the rule: bit i of a chunk's mask stands for its segment i. */
export interface CodeBorder {
  pack: BoundaryPack;
  masks: Int32Array;
}

/** The points along a segment at which its sides are looked up. */
const SAMPLES = [0.02, 0.25, 0.5, 0.75, 0.98];
/** A coarse country line this near to a finer one is the same border, drawn twice. */
const SAME_LINE_M = 12_000;
/** They are looked at in a step. */
const CHUNKS_AT_ONCE = 256;

export function* codeBorders(packs: Packs, codes: RuleCodes, coast: boolean): Steps<CodeBorder[]> {
  if (!codes.some && !coast) return [];
  const borders = [
    yield* countryBorders(packs, codes),
    yield* usBorders(packs, codes),
    yield* innerBorders(packs.world, codes),
  ];
  if (coast) {
    addUsCoast(packs, codes, borders[1]!.masks);
    yield* addCoast(packs, codes, borders[2]!.masks);
  }
  return borders.filter(({ masks }) => masks.some((mask) => mask !== 0));
}

/** Borders between subdivisions of one country: arcs with an allowed side and a side that is not. */
function* innerBorders(pack: BoundaryPack, codes: RuleCodes): Steps<CodeBorder> {
  const masks = new Int32Array(pack.arc_of_chunk.length);
  const allowed = regionJudge(codes);
  for (let chunk = 0; chunk < masks.length; chunk++) {
    if (chunk % CHUNKS_AT_ONCE === 0) yield;
    const [a, b] = sidesOf(pack, chunk);
    // Borders between countries come from the finer country pack. A missing side is the sea, which is no
    // jurisdiction.
    if (!a || !b || a.country !== b.country) continue;
    if (allowed(a) !== allowed(b)) masks[chunk] = -1;
  }
  return { pack, masks };
}

/** A region has many chunks of border, so its answer is computed once. */
function regionJudge(codes: RuleCodes): (region: Region) => boolean {
  const judged = new Map<Region, boolean>();
  return (region) => {
    const known = judged.get(region) ?? codes.allowsIn(region);
    judged.set(region, known);
    return known;
  };
}

/** State lines, and the lines where the US data end at another country. */
function* usBorders(packs: Packs, codes: RuleCodes): Steps<CodeBorder> {
  const { us, outer } = packs;
  const border = yield* innerBorders(us, codes);
  for (let chunk = 0; chunk < outer.masks.length; chunk++) {
    if (chunk % CHUNKS_AT_ONCE === 0) yield;
    if (outer.masks[chunk] === 0) continue;
    const [state] = sidesOf(us, chunk);
    if (!state) continue;
    for (let bit = 0; bit < us.chunk_segments[chunk]!; bit++) {
      const country = outer.countries[outer.beyond[32 * chunk + bit]!];
      if (country === undefined) continue;
      const [lng, lat] = pointOn(us, chunk, bit, 0.5);
      const there = allowedIn(packs, codes, { country, code: null, within: [] }, lat!, lng!);
      if (codes.allowsIn(state) !== there) border.masks[chunk]! |= 1 << bit;
    }
  }
  return border;
}

/**
 * Borders between countries. When the rule names subdivisions, the side of a segment is the subdivision found
 * there, because one side of a long border can change from allowed to denied along it.
 */
function* countryBorders(packs: Packs, codes: RuleCodes): Steps<CodeBorder> {
  const pack = packs.countries;
  const masks = new Int32Array(pack.arc_of_chunk.length);
  const allowed = regionJudge(codes);
  for (let chunk = 0; chunk < masks.length; chunk++) {
    if (chunk % CHUNKS_AT_ONCE === 0) yield;
    const [a, b] = sidesOf(pack, chunk);
    if (!a || !b) continue;
    const by_subdivision = codes.speaksOfSubdivisions(a.country) || codes.speaksOfSubdivisions(b.country);
    if (!by_subdivision && allowed(a) === allowed(b)) continue;
    const finer = a.country === 'US' || b.country === 'US' ? drawnFiner(packs, chunk) : 0;
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
 * Segments of a coarse country line that the US data draw finer. The parts of the line through lakes and the
 * sea stay.
 */
function lookFiner({ countries, us, outer }: Packs, chunk: number): number {
  let mask = 0;
  for (let bit = 0; bit < countries.chunk_segments[chunk]!; bit++) {
    const finer = SAMPLES.every((t) => {
      const [lng, lat] = pointOn(countries, chunk, bit, t);
      const at = { lat: lat!, lng: lng!, reach_m: SAME_LINE_M };
      return nearestSegment(us, us.chunk_index, (c) => outer.masks[c]!, at) !== null;
    });
    if (finer) mask |= 1 << bit;
  }
  return mask;
}

function allowedIn(packs: Packs, codes: RuleCodes, land: Region, lat: number, lng: number): boolean {
  if (!codes.speaksOfSubdivisions(land.country)) return codes.allowsIn(land);
  const region = findSubdivision(packs, land, lat, lng).region;
  return codes.allowsIn(land, ...(region ? [region] : []));
}

function addUsCoast({ us, outer }: Packs, codes: RuleCodes, masks: Int32Array): void {
  for (let chunk = 0; chunk < masks.length; chunk++) {
    const [a, b] = sidesOf(us, chunk);
    if (a && !b && codes.allowsIn(a)) masks[chunk]! |= ~outer.masks[chunk]!;
  }
}

/** Where another country may begin, the end of one country's data is not its coast. */
function* addCoast({ world, countries }: Packs, codes: RuleCodes, masks: Int32Array): Steps<void> {
  const two_sided = (chunk: number) => (sidesOf(countries, chunk)[1] ? -1 : 0);
  for (let chunk = 0; chunk < masks.length; chunk++) {
    if (chunk % CHUNKS_AT_ONCE === 0) yield;
    const [a, b] = sidesOf(world, chunk);
    if (!a || b || !codes.allowsIn(a)) continue;
    for (let bit = 0; bit < world.chunk_segments[chunk]!; bit++) {
      const [lng, lat] = pointOn(world, chunk, bit, 0.5);
      const at = { lat: lat!, lng: lng!, reach_m: SAME_LINE_M };
      if (!nearestSegment(countries, countries.chunk_index, two_sided, at)) masks[chunk]! |= 1 << bit;
    }
  }
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
