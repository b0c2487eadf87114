import type { PolicyDefinition, PolicyRule } from '@standpoint/contract';
import type { Velocity } from './facts.ts';

/**
 * A position is inside from the first value of `p_inside` up, and outside from the second down (interface
 * §4).
 */
export const INSIDE = 0.95;
export const OUTSIDE = 0.05;

const DEFAULT_MAX_AGE_S = 60;

const ACCURACY_COUNTRY_M = 25_000;
const ACCURACY_SUBDIVISION_M = 1_000;
const ACCURACY_SHAPE_M = 200;

/** Whether the rule can refuse any place. */
export function restricts(rule: PolicyRule | undefined): rule is PolicyRule {
  return !!rule && !!(rule.allow?.length || rule.deny?.length || rule.shapes?.length);
}

/**
 * Worst p95, metres, that the policy accepts. By default it follows the distance that matters to the rule:
 * own shapes 200 m, subdivisions 1 km, countries or no rule 25 km. Close to a border, `p_inside` does the
 * rest.
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

/** Most customers on one install within 30 days; a household label lifts the limit. */
export const MAX_INSTALL_CUSTOMERS = 3;
/** Most installs of one customer within 7 days. */
export const MAX_CUSTOMER_INSTALLS = 5;

export type VelocityLimits = Velocity;

/**
 * Counts above these, before the present verification, are not one person's activity. A wagering customer who
 * is checked every 10 s around the clock makes 30, 360 and 8,640 events, each with up to three more tries. A
 * person has a phone, a computer, a tablet and a VPN that was on for a while.
 */
export const CUSTOMER_VELOCITY: VelocityLimits = {
  '5m': { events: 200, networks: 20, countries: 3, others: 3 },
  '1h': { events: 1_800, networks: 60, countries: 4, others: 4 },
  '24h': { events: 35_000, networks: 120, countries: 6, others: 5 },
};
/** The same limits for an install, which a family or a shop counter shares. */
export const INSTALL_VELOCITY: VelocityLimits = {
  '5m': { events: 400, networks: 20, countries: 3, others: 3 },
  '1h': { events: 3_600, networks: 60, countries: 4, others: 6 },
  '24h': { events: 70_000, networks: 120, countries: 6, others: 12 },
};
