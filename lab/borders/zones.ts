import { WIDER_LINES } from '../../apps/service/data/surveys/stretches.ts';
import type { CompiledRule, Places } from '../../apps/service/src/geolocation/geodata/places/places.ts';
import { awayBetween } from './along.ts';
import { type Count, none, note } from './judge.ts';
import { honestFix, type Random, seeded } from './random.ts';
import { type Crossing, drawCrossing, type SurveyedLines, type ZoneAt } from './zone-lines.ts';

/** Metres from the line of the data under test. */
export const ZONE_BANDS_M = [0, 100, 250, 500, 1_000];
/** Distances at which both drawings of the line are compared. */
const APART_M = [25, 50, 100, 200];
export const BY_M = 100;
const crossedAt = (away_m: number): Crossed => ({ away_m, n: 0, crossed: 0 });

export interface Crossed {
  away_m: number;
  n: number;
  crossed: number;
}

export interface JudgedZones {
  places: number;
  /** By distance, see `ZONE_BANDS_M`: of every line, and of those for which this judge chose no error. */
  bands: Count[];
  unchosen: Count[];
  /** All bands, by the two states of the line. */
  pairs: Record<string, Count>;
  /** Of the points this far from our line, how many lie on the other side of OpenStreetMap's. */
  crossed: Crossed[];
  /** The same by the two states, 100 m from our line. */
  crossed_by: Record<string, Crossed>;
  /** Places where a zone ends inside of a state, or both drawings are far apart: they do not count. By line. */
  within: Record<string, number>;
}

/** Asks for one of the two states of a line, once in each band, at so many places on lines that part time zones. */
export function judgeZones(
  places: Places,
  lines: SurveyedLines,
  zoneAt: ZoneAt,
  count: number,
  seed: number,
): JudgedZones {
  const random = seeded(seed);
  const ruleOf = rulesOf(places);
  const judged: JudgedZones = {
    places: 0,
    bands: ZONE_BANDS_M.slice(1).map(none),
    unchosen: ZONE_BANDS_M.slice(1).map(none),
    pairs: {},
    crossed: APART_M.map(crossedAt),
    crossed_by: {},
    within: {},
  };
  // One place in eight counts.
  for (let tries = 0; judged.places < count && tries < 40 * count; tries++) {
    const crossing = drawCrossing(lines, zoneAt, random);
    if (crossing?.within) judged.within[crossing.pair] = (judged.within[crossing.pair] ?? 0) + 1;
    if (!crossing || crossing.within) continue;
    judged.places++;
    judgeCrossing(judged, crossing, zoneAt, ruleOf, random);
  }
  return judged;
}

/** Asks once in each band beside one place, and compares both drawings of the line there. */
function judgeCrossing(
  judged: JudgedZones,
  crossing: Crossing,
  zoneAt: ZoneAt,
  ruleOf: (state: string) => CompiledRule,
  random: Random,
): void {
  const { left, right, beside, pair } = crossing;
  const stateIn = (zone: string) => [left, right].find((side) => side.zone === zone)?.state;
  judged.pairs[pair] ??= none();
  judged.crossed_by[pair] ??= crossedAt(BY_M);
  const chosen = WIDER_LINES.has([left.state, right.state].toSorted().join(' '));
  for (const [i, to_m] of ZONE_BANDS_M.slice(1).entries()) {
    const { at, distance_m } = beside(awayBetween(random, ZONE_BANDS_M[i]!, to_m));
    const state = stateIn(zoneAt(...at));
    // Another bend of the line is nearer, or a third zone is there.
    if (!state || distance_m < ZONE_BANDS_M[i]! || distance_m > to_m) continue;
    const asked = random.uniform() < 0.5 ? left.state : right.state;
    const { lat, lng, p95_m } = honestFix(...at, random, 10);
    const { p_inside } = ruleOf(asked)(lat, lng, p95_m);
    for (const each of [judged.bands[i]!, judged.pairs[pair], ...(chosen ? [] : [judged.unchosen[i]!])])
      note(each, asked === state, p_inside);
  }
  for (const each of [...judged.crossed, judged.crossed_by[pair]]) compare(each, crossing, stateIn, zoneAt);
}

const RULES = new WeakMap<Places, Map<string, CompiledRule>>();

function rulesOf(places: Places): (state: string) => CompiledRule {
  const rules = RULES.get(places) ?? new Map<string, CompiledRule>();
  RULES.set(places, rules);
  return (state) => {
    const rule = rules.get(state) ?? places.compileRule({ allow: [state] });
    rules.set(state, rule);
    return rule;
  };
}

/** Counts the points on both sides whose nearest line is this one. */
function compare(
  count: Crossed,
  { left, right, beside }: Crossing,
  stateIn: (zone: string) => string | undefined,
  zoneAt: ZoneAt,
): void {
  for (const [side, sign] of [
    [left, 1],
    [right, -1],
  ] as const) {
    const { at, distance_m } = beside(sign * count.away_m);
    const state = stateIn(zoneAt(...at));
    if (!state || distance_m < 0.99 * count.away_m) continue;
    count.n++;
    if (state !== side.state) count.crossed++;
  }
}
