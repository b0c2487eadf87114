import type { DecisionInput } from '../facts.ts';
import { INSIDE, OUTSIDE, restricts } from '../thresholds.ts';
import { check, type Finding, fail, pass, skipped, uncertain } from './check.ts';
import { whyNotCurrent } from './freshness.ts';

const OUTSIDE_CODES = [
  'country_not_allowed',
  'subdivision_not_allowed',
  'area_not_allowed',
  'exclusion_zone',
] as const;
type OutsideCode = (typeof OUTSIDE_CODES)[number];

export const jurisdiction = check({
  question: 'Does the device stand where the policy allows it?',
  group: 'place',
  codes: {
    country_not_allowed: { fail: 'fail', outcomes: ['fail'], remedy: 'go_to_supported_place' },
    subdivision_not_allowed: { fail: 'fail', outcomes: ['fail'], remedy: 'go_to_supported_place' },
    area_not_allowed: { fail: 'fail', outcomes: ['fail'], remedy: 'go_to_supported_place' },
    exclusion_zone: { fail: 'fail', outcomes: ['fail'], remedy: 'leave_excluded_place' },
    border_uncertain: { fail: 'retry', outcomes: ['uncertain'], remedy: 'sharpen_position_at_border' },
  },
  run(input) {
    const { rule } = input.policy.definition;
    const reason = whyNotCurrent(input) ?? (restricts(rule) ? null : 'no_rule');
    if (reason || !restricts(rule)) return everyCode((code) => skipped(code, reason ?? 'no_rule'));
    const inputs = describe(input);
    const p = input.rule?.p_inside ?? 0.5;
    switch (standing(input)) {
      case 'inside':
        return everyCode((code) => pass(code, p, inputs));
      case 'outside': {
        // The rule names its part that refused the place.
        const found = BY_PART[input.rule!.decided_by];
        return everyCode((code) => {
          if (code === found) return fail(code, 1 - p, inputs);
          return code === 'border_uncertain' ? pass(code, 1 - p, inputs) : skipped(code, 'another_cause');
        });
      }
      default:
        // Also when a rule restricts but could not be evaluated: missing data must not open the gate.
        return everyCode((code) => {
          if (code !== 'border_uncertain') return skipped(code, 'border_uncertain');
          return uncertain(code, 1 - Math.abs(2 * p - 1), inputs);
        });
    }
  },
});

/** Where the position stands against the rule. Only a firm probability is an answer. */
export function standing({ rule }: DecisionInput): 'inside' | 'outside' | 'uncertain' {
  if (!rule || rule.inside === null || !Number.isFinite(rule.p_inside)) return 'uncertain';
  if (rule.p_inside >= INSIDE) return 'inside';
  return rule.p_inside <= OUTSIDE ? 'outside' : 'uncertain';
}

const everyCode = (finding: (code: OutsideCode | 'border_uncertain') => Finding) =>
  [...OUTSIDE_CODES, 'border_uncertain' as const].map(finding);

function describe({ rule, place }: DecisionInput) {
  return {
    country: place?.country ?? null,
    subdivision: place?.subdivision ?? null,
    p_inside: rule?.p_inside ?? null,
    signed_distance_m: rule?.signed_distance_m ?? null,
    boundary_error_m: rule?.boundary_error_m ?? null,
    ...(rule?.shape && { shape: rule.shape }),
    ...(rule ? rule.inside === null && { reason: 'jurisdiction_unknown' } : { reason: 'rule_not_evaluated' }),
  };
}

const BY_PART = {
  exclusion: 'exclusion_zone',
  shape: 'area_not_allowed',
  subdivision: 'subdivision_not_allowed',
  country: 'country_not_allowed',
} as const;
