import type { PolicyDefinition } from '@standpoint/contract';
import { checkingDefinition, type PolicyProblem } from '../decision/policy.ts';
import type { CompiledRule, Places } from '../geodata/places/places.ts';
import { atOnce, type Steps } from '../geodata/rules/steps.ts';
import { named } from './geojson-shapes.ts';

/** The reasons why a policy that fits the schema cannot be published. An empty list: it can be. */
export const policyProblems = (places: Places, definition: PolicyDefinition): PolicyProblem[] =>
  atOnce(examining(places, definition)).problems;

interface Examined {
  problems: PolicyProblem[];
  /** The rule, which had to be compiled to be weighed; null where it was not. */
  rule: CompiledRule | null;
}

/** The same with pauses: the largest policy takes a second. */
export function* examining(places: Places, definition: PolicyDefinition): Steps<Examined> {
  const { allow, deny } = definition.rule ?? {};
  const problems = (yield* checkingDefinition(definition)).map((each) => byName(definition, each));
  // The weight of malformed shapes cannot be computed.
  const weighed = problems.length === 0 && definition.rule ? yield* places.weighing(definition.rule) : null;
  const found = [
    ...problems,
    ...(weighed?.heavy ? [{ path: 'rule.shapes', message: weighed.heavy }] : []),
    ...places.unknownCodes({ allow, deny }).map((code) => ({
      path: allow?.includes(code) ? 'rule.allow' : 'rule.deny',
      message: `${code} is not a known place${meant(places.similarCodes(code))}`,
    })),
  ];
  return { problems: found, rule: weighed?.heavy === null ? weighed.rule : null };
}

/** A person who looks at a map knows a shape by its name. */
function byName({ rule }: PolicyDefinition, problem: PolicyProblem): PolicyProblem {
  const at = /^rule\.shapes\[(\d+)\]/.exec(problem.path);
  const shape = at && rule?.shapes?.[Number(at[1])];
  return shape ? (named(shape, [problem])[0] ?? problem) : problem;
}

const meant = (codes: string[]) => (codes.length > 0 ? `; did you mean ${codes.join(' or ')}?` : '');
