import type { PolicyDefinition, PolicyRule } from '@standpoint/contract';

/** `p_inside` at and above which a position is inside, at and below which outside (interface §4). */
export const INSIDE = 0.95;
export const OUTSIDE = 0.05;

export const DEFAULT_MAX_AGE_S = 60;

const ACCURACY_COUNTRY_M = 25_000;
const ACCURACY_SUBDIVISION_M = 1_000;
const ACCURACY_SHAPE_M = 200;

/** Whether the rule can turn anybody away. */
export function restricts(rule: PolicyRule | undefined): rule is PolicyRule {
  return !!rule && !!(rule.allow?.length || rule.deny?.length || rule.shapes?.length);
}

/**
 * Worst p95, metres, that the policy accepts. By default it follows the distance that matters to the rule: own shapes
 * 200 m, subdivisions 1 km, countries or no rule 25 km; close to a border `p_inside` does the rest.
 */
export function maxAccuracyM({ max_accuracy_m, rule }: PolicyDefinition): number {
  if (max_accuracy_m !== undefined) return max_accuracy_m;
  if (rule?.shapes?.length) return ACCURACY_SHAPE_M;
  const subdivision = (code: string) => code.includes('-');
  if (rule?.allow?.some(subdivision) || rule?.deny?.some(subdivision)) return ACCURACY_SUBDIVISION_M;
  return ACCURACY_COUNTRY_M;
}

/** Oldest fix that the policy accepts, milliseconds. */
export const maxAgeMs = (definition: PolicyDefinition) => (definition.max_age_s ?? DEFAULT_MAX_AGE_S) * 1_000;
