import { type Packs, packFor } from '../packed/packs.ts';
import { locate, type Place } from '../places/locate.ts';
import { metresPerDegree, normaliseLng } from '../places/position.ts';
import {
  byCodes,
  byShape,
  type DecidedBy,
  type RuleParts,
  type Standing,
  standingAt,
} from '../places/standing.ts';
import { type Borders, ruleBorders } from './borders.ts';
import { type PlaceRule, RuleCodes } from './codes.ts';
import { integrate, normalCdf, spreadOf } from './quadrature.ts';
import { Shapes } from './shapes.ts';
import type { Steps } from './steps.ts';
import { Work } from './work.ts';

export interface RuleAnswer {
  /**
   * Null when there is no country, or when the rule names subdivisions here and the place has none. Buffers
   * are ignored.
   */
  inside: boolean | null;
  /**
   * Metres to the rule's nearest border minus its buffer, positive inside; null when no border is in reach or
   * `inside` is null.
   */
  signed_distance_m: number | null;
  /**
   * Probability that the true position is inside; 0.5 when `inside` is null. ≥ 0.95 in, ≤ 0.05 out, else
   * uncertain.
   */
  p_inside: number;
  /** Error of the nearest border, or of the data behind the place when no border is in reach. */
  boundary_error_m: number;
  /** The part of the rule that decides at this point; in a buffer, the part that the buffer belongs to. */
  decided_by: DecidedBy;
  /** Name of the operator's shape that decided; null when no shape decided or the shape has no name. */
  shape: string | null;
  /**
   * The direction further inside, or to the inside: degrees clockwise from north; null without a border in
   * reach.
   */
  bearing_deg: number | null;
}

/** Enough for the re-check clock: a car at 65 mph goes 35.9 km in 20 minutes, with usual errors. */
const CLOCK_REACH_M = 40_000;
/** Beyond this many standard deviations, a second border does not matter. */
const NEAR_SIGMAS = 3;
/** A border that leaves its tangent by more than this is not straight. */
const BEND_SIGMAS = 0.5;

export type CompiledRule = (lat: number, lng: number, p95_m: number) => RuleAnswer;

interface Compiled {
  ask: CompiledRule;
  shapes: Shapes;
}

export function* compiling(packs: Packs, rule: PlaceRule, work = new Work()): Steps<Compiled> {
  const parts: RuleParts = {
    packs,
    codes: new RuleCodes(rule),
    shapes: yield* Shapes.preparing(rule.shapes ?? [], work),
    coast: rule.coast === 'enforce',
  };
  const borders = yield* ruleBorders(parts, rule);
  return { ask: asking(parts, rule, borders), shapes: parts.shapes };
}

function asking(parts: RuleParts, rule: PlaceRule, borders: readonly Borders[]): CompiledRule {
  const { packs } = parts;
  return (lat, lng_any, p95_m) => {
    const place = locate(packs, lat, lng_any);
    const lng = normaliseLng(lng_any);
    const standing = standingAt(parts, lat, lng);
    const answer = {
      ...ruleAnswer(parts, standing),
      boundary_error_m: errorOf(parts, rule, standing, place),
    };
    if (standing.inside === null) return answer;
    const at: Fix = { lat, lng, p95_m, place, inside: standing.inside };
    const found = borders.map((border) => look(parts, border, at)).filter((near) => near !== null);
    if (found.length === 0) return { ...answer, p_inside: standing.inside ? 1 : 0 };
    return judged(parts, found, at, standing, answer);
  };
}

interface Fix {
  lat: number;
  lng: number;
  p95_m: number;
  place: Place;
  inside: boolean;
}

interface NearBorder {
  border: Borders;
  signed_distance_m: number;
  /** Standard deviation of fix and border together, metres. */
  spread: number;
  error_m: number;
  east_m: number;
  north_m: number;
  owner: number;
}

function look(
  { packs, coast }: RuleParts,
  border: Borders,
  { lat, lng, p95_m, place, inside }: Fix,
): NearBorder | null {
  const { pack, buffer_m } = border;
  // Off its polygon (coast, borders that disagree) a subdivision is less certain than its lines. Where the
  // coast itself is a border, off the polygon is simply outside.
  const off_polygon =
    !coast && place.source === 'nearest' && pack !== null && pack === packFor(packs, place.country!);
  const reach_m =
    buffer_m + Math.max(4 * spreadOf(p95_m, off_polygon ? place.boundary_error_m : 0), CLOCK_REACH_M);
  const near = border.nearest({ lat, lng, reach_m });
  if (!near) return null;
  const { east_m, north_m, owner, distance_m } = near;
  const error_m = off_polygon ? Math.max(place.boundary_error_m, near.error_m) : near.error_m;
  const signed_distance_m = (inside ? distance_m : -distance_m) - buffer_m;
  return { border, signed_distance_m, spread: spreadOf(p95_m, error_m), error_m, east_m, north_m, owner };
}

function judged(
  parts: RuleParts,
  found: NearBorder[],
  at: Fix,
  standing: Standing,
  plain: RuleAnswer,
): RuleAnswer {
  // The nearest border is the one that a traveller reaches first; the least certain border decides the
  // certainty of the answer.
  const less = (x: number, y: number) => (at.inside ? x < y : x > y);
  const nearest = found.reduce((x, y) => (less(y.signed_distance_m, x.signed_distance_m) ? y : x));
  const z = ({ signed_distance_m, spread }: NearBorder) => signed_distance_m / spread;
  const unsure = found.reduce((x, y) => (less(z(y), z(x)) ? y : x));
  const bent = Math.abs(z(unsure)) < NEAR_SIGMAS && !isStraight(found, unsure, at);
  const p_inside = bent ? overDisc(parts, found, unsure, at) : normalCdf(z(unsure));
  const in_buffer = at.inside && nearest.signed_distance_m < 0;
  const { signed_distance_m, error_m, east_m, north_m } = nearest;
  const [east, north] = at.inside ? [-east_m, -north_m] : [east_m, north_m];
  return {
    ...plain,
    ...(in_buffer && nearest.owner >= 0 && ruleAnswer(parts, byOwner(parts, nearest.owner))),
    inside: standing.inside,
    signed_distance_m,
    p_inside,
    boundary_error_m: error_m,
    bearing_deg: east === 0 && north === 0 ? null : bearing(east, north),
  };
}

/** Whether all borders within three standard deviations lie along one straight line. */
function isStraight(found: NearBorder[], unsure: NearBorder, { lat, lng }: Fix): boolean {
  const { east_m, north_m, spread } = unsure;
  const distance = Math.hypot(east_m, north_m);
  if (distance === 0) return found.length === 1;
  let straight = true;
  for (const near of found) {
    const reach_m = NEAR_SIGMAS * near.spread + near.border.buffer_m;
    near.border.each({ lat, lng, reach_m }, (east, north) => {
      const along = (east * east_m + north * north_m) / distance;
      if (Math.abs(along - distance) > BEND_SIGMAS * spread) straight = false;
    });
    if (!straight) return false;
  }
  return true;
}

/**
 * The share of the disc that is inside. Shapes are looked up within the fix's own spread, and codes within
 * the spread of fix and border data together: each border moves by its own uncertainty. The error of the 61
 * points at the main border equals their known error at a straight line in its place, and is subtracted.
 */
function overDisc(parts: RuleParts, found: NearBorder[], main: NearBorder, fix: Fix): number {
  const { signed_distance_m, spread, east_m, north_m } = main;
  const z = signed_distance_m / spread;
  const distance = Math.hypot(east_m, north_m) || 1;
  const straight = (east: number, north: number) => {
    const towards = (east * east_m + north * north_m) / distance;
    return fix.inside ? towards < z : towards > -z;
  };
  const share = integrate(allowedAround(parts, found, fix)) + normalCdf(z) - integrate(straight);
  return Math.min(1, Math.max(0, share));
}

/** Whether a point of the disc, in standard deviations, is inside the rule and outside its buffers. */
function allowedAround(parts: RuleParts, found: NearBorder[], { lat, lng, p95_m, inside }: Fix) {
  const metres = metresPerDegree(lat);
  const own = found.filter(({ border }) => border.pack === null);
  const lines = found.filter(({ border }) => border.pack !== null);
  const fix = spreadOf(p95_m, 0);
  const of_shapes = Math.max(fix, ...own.map(({ spread }) => spread));
  const of_codes = lines.length ? Math.max(...lines.map(({ spread }) => spread)) : fix;
  const buffered = found.filter(({ border }) => border.buffer_m > 0);
  return (east: number, north: number) => {
    const at = (spread: number) =>
      [lat + (north * spread) / metres.lat, lng + (east * spread) / metres.lng] as const;
    const [shapes_at, codes_at] = [at(of_shapes), at(of_codes)];
    const standing = byShape(parts, ...shapes_at) ?? byCodes(parts, ...codes_at);
    if (!(standing.inside ?? inside)) return false;
    return buffered.every(({ border }) => {
      const [y, x] = border.pack ? codes_at : shapes_at;
      return border.nearest({ lat: y, lng: normaliseLng(x), reach_m: border.buffer_m }) === null;
    });
  };
}

/** Whole degrees clockwise from north. */
const bearing = (east: number, north: number) =>
  Math.round(((Math.atan2(east, north) * 180) / Math.PI + 360) % 360) % 360;

function byOwner({ shapes }: RuleParts, owner: number): Standing {
  const exclusion = shapes.ready[owner]!.shape.effect === 'exclusion';
  return { inside: false, by: exclusion ? 'exclusion' : 'shape', shape: owner };
}

const ruleAnswer = ({ shapes }: RuleParts, { inside, by, shape }: Standing) => ({
  inside,
  signed_distance_m: null,
  p_inside: 0.5,
  decided_by: by,
  shape: shapes.ready[shape]?.shape.name ?? null,
  bearing_deg: null,
});

function errorOf(parts: RuleParts, rule: PlaceRule, { shape }: Standing, place: Place): number {
  if (shape < 0) return place.boundary_error_m;
  return parts.shapes.ready[shape]!.shape.boundary_error_m ?? rule.boundary_error_m ?? 0;
}
