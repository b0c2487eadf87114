import type { PolicyDefinition } from '@standpoint/contract';
import { checkDefinition, type PolicyProblem } from '../../geolocation/decision/policy.ts';
import type { Places } from '../../geolocation/geodata/places/places.ts';

/** Why a policy that fits the schema cannot be published. Empty: it can. */
export function policyProblems(places: Places, definition: PolicyDefinition): PolicyProblem[] {
  const { allow, deny } = definition.rule ?? {};
  const problems = checkDefinition(definition);
  // Shapes that are none are not weighed.
  const heavy = problems.length === 0 && definition.rule ? places.tooHeavy(definition.rule) : null;
  return [
    ...problems,
    ...(heavy ? [{ path: 'rule.shapes', message: heavy }] : []),
    ...places.unknownCodes({ allow, deny }).map((code) => ({
      path: allow?.includes(code) ? 'rule.allow' : 'rule.deny',
      message: `${code} is no place that this version knows${meant(places.similarCodes(code))}`,
    })),
  ];
}

const meant = (codes: string[]) => (codes.length > 0 ? `; did you mean ${codes.join(' or ')}?` : '');
