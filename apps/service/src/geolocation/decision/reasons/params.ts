import type { ReasonLanguage } from '@standpoint/contract/words/languages';
import { normalCdf, SURE_SIGMAS, spreadOf } from '../../geodata/rules/quadrature.ts';
import { CODES } from '../checks/all.ts';
import type { Decision } from '../decision.ts';
import type { DecisionInput } from '../facts.ts';
import { type NameOf, placeName } from './place-names.ts';
import { type ReasonParams, reasonLanguage } from './reasons.ts';
import { TERRITORIES } from './territories.ts';

/** Farther than this is too far to walk; the plain advice is kinder. */
const FARTHEST_M = 3_000;
const MOST_REGIONS = 5;
/** Farther from the place's border, its distance is not computed: `geodata/borders/to-border.ts`. */
export const BORDER_REACH_M = 5_000;

/**
 * Hidden from the person although it is no sign of a forged position: it concerns the network's data or the
 * place's.
 */
const INNOCENT = new Set([
  'ip_private_relay',
  'ip_unavailable',
  'ip_country_uncertain',
  'jurisdiction_unknown',
]);

/**
 * The values that make the texts of this decision exact. The distance to the other side of a border is given to
 * honest people only: it would tell a forger which coordinates to send next. A finding counts even when the policy
 * ignores it. The name of the place tells a forger nothing, who chose it.
 */
export function reasonParams(
  input: DecisionInput,
  decision: Pick<Decision, 'checks'>,
  locale: string | readonly string[] | undefined,
  nameOf: NameOf,
): ReasonParams {
  const language = reasonLanguage(locale);
  const regions = regionsOf(input, language, nameOf);
  const not_included = regions && territoryOf(input, language, nameOf);
  const way = spoofSuspected(decision) ? null : wayOut(input);
  return {
    ...(regions && { regions }),
    ...(not_included && { not_included }),
    ...hereOf(input, language, nameOf),
    ...way,
  };
}

const spoofSuspected = ({ checks }: Pick<Decision, 'checks'>): boolean =>
  checks.some(
    ({ code, outcome }) =>
      (outcome === 'fail' || outcome === 'uncertain') &&
      CODES.get(code)?.remedy === undefined &&
      !INNOCENT.has(code),
  );

const COMPASS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/**
 * Metres to go until `p_inside` is 0.95, and the direction; null when one straight walk cannot promise it.
 */
function wayOut({
  position,
  rule,
}: DecisionInput): { metres: number; direction: (typeof COMPASS)[number] } | null {
  if (!position || !rule || rule.signed_distance_m === null || rule.bearing_deg === null) return null;
  const sigma = spreadOf(position.p95_m, rule.boundary_error_m);
  const needed_m = SURE_SIGMAS * sigma - rule.signed_distance_m;
  // Between two borders, the way from one leads to the other.
  const straight = Math.abs(normalCdf(rule.signed_distance_m / sigma) - rule.p_inside) < 0.05;
  if (!straight || needed_m <= 0 || needed_m > FARTHEST_M) return null;
  const step = needed_m <= 1_000 ? 50 : needed_m <= 5_000 ? 100 : 1_000;
  const direction = COMPASS[Math.round(rule.bearing_deg / 45) % 8]!;
  return { metres: Math.ceil(needed_m / step) * step, direction };
}

/** The place where the person is, when it is such a territory of an allowed state. */
function territoryOf(
  { place, policy }: DecisionInput,
  language: ReasonLanguage,
  nameOf: NameOf,
): string | undefined {
  const here = place?.country;
  const allow = policy.definition.rule?.allow ?? [];
  if (!here || allow.includes(here)) return undefined;
  if (!allow.some((code) => TERRITORIES[code]?.includes(here))) return undefined;
  return placeName(here, language, nameOf);
}

/** The allowed places by name, when they are few and all of them have a name. */
function regionsOf({ policy }: DecisionInput, language: ReasonLanguage, nameOf: NameOf): string | null {
  const allow = policy.definition.rule?.allow ?? [];
  if (allow.length === 0 || allow.length > MOST_REGIONS) return null;
  const names = allow.map((code) => placeName(code, language, nameOf));
  if (names.some((name) => name === undefined)) return null;
  return new Intl.ListFormat([language], { type: 'unit', style: 'long' }).format(names as string[]);
}

/**
 * The names of the country and of the region where the person is. None beside a border, where another name may be the
 * right one, none of a place that two states claim, and none that the policy allows: a buffer may refuse its edge.
 */
function hereOf(
  input: DecisionInput,
  language: ReasonLanguage,
  nameOf: NameOf,
): Pick<ReasonParams, 'country' | 'subdivision' | 'here'> {
  const { place, policy } = input;
  if (!place || place.disputed || maybeAcrossBorder(input)) return {};
  const allow = policy.definition.rule?.allow ?? [];
  const named = (code: string | null) => (code ? placeName(code, language, nameOf) : undefined);
  const refused = (code: string | null) => (code && allow.includes(code) ? undefined : named(code));
  const [country, subdivision] = [refused(place.country), refused(place.subdivision)];
  const here = named(place.subdivision) ?? named(place.country);
  return { ...(country && { country }), ...(subdivision && { subdivision }), ...(here && { here }) };
}

/**
 * Whether the device may as well stand across a border. In facts of before, a distance may not have been computed;
 * a fix that may be wrong by its reach does not tell. The findings judge such a fix by the accuracy that the policy
 * asks for.
 */
function maybeAcrossBorder({ place, position }: DecisionInput): boolean {
  if (!place || !position) return true;
  const { doubtful_borders } = place;
  if (doubtful_borders) return doubtful_borders.country !== null || doubtful_borders.inner !== null;
  const sigma = spreadOf(position.p95_m, place.boundary_error_m);
  return (place.border_distance_m ?? BORDER_REACH_M) <= SURE_SIGMAS * sigma;
}
