import type { PolicyDefinition } from '@standpoint/contract';
import { checkDefinition, type PolicyProblem } from '../../geolocation/decision/policy.ts';
import type { Places } from '../../geolocation/geodata/places/places.ts';

/** The reasons why a policy that fits the schema cannot be published. An empty list: it can be. */
export function policyProblems(places: Places, definition: PolicyDefinition): PolicyProblem[] {
  const { allow, deny } = definition.rule ?? {};
  const problems = checkDefinition(definition);
  // The weight of malformed shapes cannot be computed.
  const heavy = problems.length === 0 && definition.rule ? places.tooHeavy(definition.rule) : null;
  return [
    ...problems,
    ...(heavy ? [{ path: 'rule.shapes', message: heavy }] : []),
    ...places.unknownCodes({ allow, deny }).map((code) => ({
      path: allow?.includes(code) ? 'rule.allow' : 'rule.deny',
      message: `${code} is not a known place${meant(places.similarCodes(code))}`,
    })),
  ];
}

const meant = (codes: string[]) => (codes.length > 0 ? `; did you mean ${codes.join(' or ')}?` : '');
