import type { explained } from '@standpoint/contract';
import { CHECKS, CODES } from '../decision/checks/all.ts';
import type { DecisionInput } from '../decision/facts.ts';
import { actionFor } from '../decision/policy.ts';
import type { Bundle } from '../evidence/bundle.ts';
import { borderOf } from './border.ts';
import { limitsOf } from './limits.ts';

const QUESTIONS: ReadonlyMap<string, string> = new Map(
  CHECKS.flatMap(({ codes, question }) => Object.keys(codes).map((code) => [code, question] as const)),
);

/** A code of an engine whose checks are not here any more has only what its record says. */
export function explainedChecks({ decision, input }: Bundle): explained.ExplainedCheck[] {
  return decision.checks.map(({ code }) => {
    const traits = CODES.get(code);
    const can = (outcome: 'fail' | 'uncertain') =>
      traits !== undefined && (traits.outcomes ?? ['fail', 'uncertain']).includes(outcome)
        ? actionFor(input.policy.definition, code, outcome)
        : null;
    return {
      code,
      group: traits?.group ?? 'other',
      question: QUESTIONS.get(code) ?? '',
      if_found: can('fail'),
      if_uncertain: can('uncertain'),
      stated: input.policy.definition.actions?.[code] !== undefined,
      limits: { ...limitsOf(code, input.engine_version), ...bufferOf(traits?.group, input) },
    };
  });
}

/** The inputs of a place hold the distance less this: a reader wants the one to the line. */
const bufferOf = (group: string | undefined, input: DecisionInput): { buffer_m?: number } => {
  const border = group === 'place' ? borderOf(input) : null;
  return border ? { buffer_m: border.buffer_m } : {};
};

/** Codes that were recorded and that the person was not told. */
export const keptFromPerson = ({ decision, answer }: Bundle): string[] => {
  const told = new Set(answer.reasons.map(({ code }) => code));
  return decision.reason_codes.filter((code) => !told.has(code));
};

/** Every reading that came, and which of them decided: none of them does where a phone's position did. */
export const readingsOf = ({ evidence, position, origin }: DecisionInput) =>
  evidence.positions.map(({ lat, lng, accuracy_m, accuracy_basis, measured_at, source }, index) => ({
    lat,
    lng,
    accuracy_m,
    accuracy_basis,
    measured_at,
    source: source ?? null,
    used: position?.index === index && origin.handoff?.phone == null,
  }));
