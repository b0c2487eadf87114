import type { PolicyDefinition } from '@standpoint/contract';
import type { Places } from '../geolocation/places/places.ts';
import { checkDefinition, type PolicyProblem } from '../geolocation/policy.ts';

/** Why a policy that fits the schema cannot be published. Empty: it can. */
export function policyProblems(places: Places, definition: PolicyDefinition): PolicyProblem[] {
  const { allow, deny, shapes } = definition.rule ?? {};
  return [
    ...checkDefinition(definition),
    ...places.unknownCodes({ allow, deny }).map((code) => ({
      path: allow?.includes(code) ? 'rule.allow' : 'rule.deny',
      message: `${code} is no place that this version knows`,
    })),
    // Publishing what would not be judged is worse than refusing it.
    ...(shapes?.length
      ? [{ path: 'rule.shapes', message: 'come with a later version: use allow and deny' }]
      : []),
  ];
}
