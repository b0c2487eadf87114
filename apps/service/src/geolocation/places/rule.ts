import Flatbush from 'flatbush';
import type { BoundaryPack, Region } from './boundary-pack.ts';
import { nearestSegment } from './distance.ts';
import { findSubdivision, locate, type Packs, type Place, packFor } from './locate.ts';
import { normaliseLng } from './position.ts';
import { codesOf, type PlaceRule, RuleCodes } from './rule-codes.ts';

export interface RuleAnswer {
  /** null: the rule speaks of subdivisions here and the place has none, or there is no country. */
  inside: boolean | null;
  /** Metres to the rule's nearest border less its buffer, positive inside; null when none is in reach or inside is null. */
  signed_distance_m: number | null;
  /** Probability that the true position is inside; 0.5 when inside is null. ≥ 0.95 in, ≤ 0.05 out, else uncertain. */
  p_inside: number;
  /** Error of the nearest border, or of the data behind the place when none is in reach. */
  boundary_error_m: number;
}

/** Enough for the re-check clock: what a car at 65 mph can reach in 20 minutes, 35.9 km with usual errors. */
const CLOCK_REACH_M = 40_000;

/** Where along a segment its sides are looked up. */
const SAMPLES = [0.02, 0.25, 0.5, 0.75, 0.98];

interface Border {
  pack: BoundaryPack;
  index: Flatbush;
  chunks: Uint32Array;
  masks: Int32Array;
}

export function compileRule(
  packs: Packs,
  rule: PlaceRule,
): (lat: number, lng: number, p95_m: number) => RuleAnswer {
  const codes = new RuleCodes(rule);
  const all = [countryBorders(packs, codes), innerBorders(packs.us, codes), innerBorders(packs.world, codes)];
  const borders = all.filter((border) => border !== null);
  const buffer_m = rule.buffer_m ?? 0;
  return (lat, lng, p95_m) => {
    const place = locate(packs, lat, lng);
    const { country, subdivision, boundary_error_m } = place;
    if (country === null || (subdivision === null && codes.speaksOfSubdivisions(country))) {
      return { inside: null, signed_distance_m: null, p_inside: 0.5, boundary_error_m };
    }
    const inside = codes.allows([country, ...(subdivision ? [subdivision] : []), ...place.within]);
    const at = { lat, lng: normaliseLng(lng), p95_m, inside, buffer_m, place };
    const found = borders.map((border) => signedDistance(packs, border, at)).filter((b) => b !== null);
    if (found.length === 0)
      return { inside, signed_distance_m: null, p_inside: inside ? 1 : 0, boundary_error_m };
    // The nearest border is what a traveller reaches first; the least certain one decides how sure the answer is.
    const nearest = found.reduce((x, y) => (inside === x.signed_distance_m < y.signed_distance_m ? x : y));
    const z = found.map((b) => b.signed_distance_m / b.spread);
    return {
      inside,
      signed_distance_m: nearest.signed_distance_m,
      p_inside: normalCdf(inside ? Math.min(...z) : Math.max(...z)),
      boundary_error_m: nearest.boundary_error_m,
    };
  };
}

interface SignedDistance {
  signed_distance_m: number;
  /** Standard deviation of fix and border together, metres. */
  spread: number;
  boundary_error_m: number;
}

function signedDistance(
  packs: Packs,
  { pack, index, chunks, masks }: Border,
  at: { lat: number; lng: number; p95_m: number; inside: boolean; buffer_m: number; place: Place },
): SignedDistance | null {
  // Off its polygon (coast, borders that disagree) a subdivision is less certain than its pack says.
  const off_polygon = at.place.source === 'nearest' && pack === packFor(packs, at.place.country!);
  const boundary_error_m = off_polygon ? at.place.boundary_error_m : pack.boundary_error_m;
  const spread = Math.hypot(at.p95_m / 2.4477, boundary_error_m / 2);
  const reach_m = at.buffer_m + Math.max(4 * spread, CLOCK_REACH_M);
  const near = nearestSegment(
    pack,
    index,
    (chunk) => masks[chunk]!,
    { lat: at.lat, lng: at.lng, reach_m },
    chunks,
  );
  if (!near) return null;
  const signed_distance_m = (at.inside ? near.distance_m : -near.distance_m) - at.buffer_m;
  return { signed_distance_m, spread, boundary_error_m };
}

/** Borders between subdivisions of one country: arcs with an allowed side and a side that is not. */
function innerBorders(pack: BoundaryPack, codes: RuleCodes): Border | null {
  const masks = new Int32Array(pack.arc_of_chunk.length);
  for (let chunk = 0; chunk < masks.length; chunk++) {
    const arc = pack.arc_of_chunk[chunk]!;
    const a = pack.regions[pack.arc_sides[2 * arc]!];
    const b = pack.regions[pack.arc_sides[2 * arc + 1]!];
    // Borders between countries come from the finer country pack; a missing side is the sea, which is no jurisdiction.
    if (!a || !b || a.country !== b.country) continue;
    if (codes.allows(codesOf(a)) !== codes.allows(codesOf(b))) masks[chunk] = -1;
  }
  return asBorder(pack, masks);
}

/**
 * Borders between countries. Where the rule speaks of subdivisions, the side of a segment is the subdivision found
 * there, because one side of a long border can change from allowed to denied along it.
 */
function countryBorders(packs: Packs, codes: RuleCodes): Border | null {
  const pack = packs.countries;
  const masks = new Int32Array(pack.arc_of_chunk.length);
  for (let chunk = 0; chunk < masks.length; chunk++) {
    const arc = pack.arc_of_chunk[chunk]!;
    const a = pack.regions[pack.arc_sides[2 * arc]!];
    const b = pack.regions[pack.arc_sides[2 * arc + 1]!];
    if (!a || !b) continue;
    if (!codes.speaksOfSubdivisions(a.country) && !codes.speaksOfSubdivisions(b.country)) {
      if (codes.allows(codesOf(a)) !== codes.allows(codesOf(b))) masks[chunk] = -1;
      continue;
    }
    masks[chunk] = mixedMask(packs, codes, chunk, a, b);
  }
  return asBorder(pack, masks);
}

function mixedMask(packs: Packs, codes: RuleCodes, chunk: number, a: Region, b: Region): number {
  const pack = packs.countries;
  const allowed = (land: Region, lat: number, lng: number) => {
    if (!codes.speaksOfSubdivisions(land.country)) return codes.allows(codesOf(land));
    const region = findSubdivision(packs, land, lat, lng).region;
    return codes.allows([...codesOf(land), ...(region ? codesOf(region) : [])]);
  };
  let mask = 0;
  for (let s = 0; s < pack.chunk_segments[chunk]!; s++) {
    const first = 2 * (pack.chunk_first[chunk]! + s);
    const [x0, y0, x1, y1] = pack.points.subarray(first, first + 4);
    // A segment can be long enough to pass several subdivisions: one differing sample makes all of it a border.
    const differs = SAMPLES.some((t) => {
      const lng = (x0! + t * (x1! - x0!)) * pack.scale[0] + pack.translate[0];
      const lat = (y0! + t * (y1! - y0!)) * pack.scale[1] + pack.translate[1];
      return allowed(a, lat, lng) !== allowed(b, lat, lng);
    });
    if (differs) mask |= 1 << s;
  }
  return mask;
}

function asBorder(pack: BoundaryPack, masks: Int32Array): Border | null {
  const chunks = Uint32Array.from(masks.keys()).filter((chunk) => masks[chunk] !== 0);
  if (chunks.length === 0) return null;
  const index = new Flatbush(chunks.length, 16, Int32Array);
  const box = pack.chunk_box;
  for (const chunk of chunks) {
    index.add(box[4 * chunk]!, box[4 * chunk + 1]!, box[4 * chunk + 2]!, box[4 * chunk + 3]!);
  }
  index.finish();
  return { pack, index, chunks, masks };
}

/** Standard normal distribution function; Abramowitz and Stegun 26.2.17, error below 7.5e-8. */
export function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z >= 0 ? 1 - tail : tail;
}
