import { INSIDE, OUTSIDE } from '../../apps/service/src/geolocation/decision/thresholds.ts';
import type { Places } from '../../apps/service/src/geolocation/geodata/places/places.ts';
import { landAbout } from './beyond.ts';
import { seeded } from './random.ts';
import { type Sample, samples } from './sample.ts';
import { contains, outline, type TrueState } from './truth.ts';

/** Counts of the judged points. Shares are of all of them. */
export interface Count {
  n: number;
  /** Points that are truly inside. */
  insiders: number;
  false_inside: number;
  insiders_failed: number;
  uncertain: number;
  insiders_uncertain: number;
}

/**
 * The rule that was asked: for one state, for that state and every fourth other one, or for the whole
 * country.
 */
type RuleKind = 'one state' | 'several states' | 'whole country';
export const RULE_KINDS: readonly RuleKind[] = ['one state', 'several states', 'whole country'];

export interface Judged {
  state: TrueState;
  kind: RuleKind;
  /** Counts by distance to the outline, see `BANDS_M`. */
  bands: Count[];
  /** Points in the water beside the state. No other jurisdiction begins there, so no rate includes them. */
  water: Count;
}

export const BANDS_M = [250, 500, 1_000, 2_000, 5_000, 11_000];

export const none = (): Count => ({
  n: 0,
  insiders: 0,
  false_inside: 0,
  insiders_failed: 0,
  uncertain: 0,
  insiders_uncertain: 0,
});

export function sum(counts: readonly Count[]): Count {
  const total = none();
  for (const count of counts)
    for (const key of Object.keys(total) as (keyof Count)[]) total[key] += count[key];
  return total;
}

/** Asks the rule about `points` positions near each state's lines and compares with the finer outline. */
export function judge(places: Places, truth: TrueState[], points: number, seed: number): Judged[] {
  const land = outline(places.outlines.coasts().land.map(pairsOf));
  return truth.flatMap((state, i) => {
    const of_file = new Set(truth.map(({ code }) => code));
    return RULE_KINDS.map((kind, k): Judged => {
      const share = kind === 'one state' ? 0.5 : 0.25;
      const members = membersOf(kind, truth, i);
      const allow = kind === 'whole country' ? ['US'] : members.map(({ code }) => code);
      const rule = places.compileRule({ allow });
      const judged: Judged = { state, kind, bands: BANDS_M.map(none), water: none() };
      const random = seeded(seed + 1_000 * i + k);
      for (const sample of samples(state, Math.round(points * share), random)) {
        const inside = truthOf(truth, members, sample);
        const about = inside === null ? landAbout(places, sample, (code) => of_file.has(code), land) : null;
        if (about?.size === 0) add(judged.water, false, rule, sample);
        // For a point outside every state of the file, a rule for the whole country can be judged only
        // beyond a country border.
        else if (!about || kind !== 'whole country' || [...about].every((code) => code.length === 2))
          add(
            judged.bands[BANDS_M.findIndex((to) => sample.distance_m <= to)]!,
            inside === true,
            rule,
            sample,
          );
      }
      return judged;
    });
  });
}

const pairsOf = (flat: readonly number[]): [number, number][] =>
  Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i]!, flat[2 * i + 1]!]);

function membersOf(kind: RuleKind, truth: TrueState[], i: number): TrueState[] {
  if (kind === 'one state') return [truth[i]!];
  if (kind === 'several states') return truth.filter((_, other) => other === i || other % 4 === i % 4);
  return truth;
}

/** Whether the true position is in the rule's states. null if it is in no state of the file. */
function truthOf(truth: TrueState[], members: TrueState[], { true_lat, true_lng }: Sample): boolean | null {
  if (members.some((state) => contains(state, true_lat, true_lng))) return true;
  return truth.some((state) => contains(state, true_lat, true_lng)) ? false : null;
}

function add(count: Count, inside: boolean, rule: ReturnType<Places['compileRule']>, sample: Sample): void {
  note(count, inside, rule(sample.lat, sample.lng, sample.p95_m).p_inside);
}

/** Counts one answer. `inside`: the truth. */
export function note(count: Count, inside: boolean, p_inside: number): void {
  count.n++;
  if (inside) count.insiders++;
  if (p_inside >= INSIDE) count.false_inside += inside ? 0 : 1;
  else if (p_inside <= OUTSIDE) count.insiders_failed += inside ? 1 : 0;
  else {
    count.uncertain++;
    if (inside) count.insiders_uncertain++;
  }
}
