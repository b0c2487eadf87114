import type { Check, PolicyDefinition } from '@standpoint/contract';
import { atOnce, type Steps } from '../geodata/rules/steps.ts';
import { CODES } from './checks/all.ts';
import type { PolicyAction } from './checks/check.ts';
import { findShapeProblems, tooManyCorners } from './shape-problems.ts';
import { restricts } from './thresholds.ts';

export const MAX_HOPS = 3;

/**
 * Decides where no published policy covers the transaction type: any place, every check, three more tries.
 */
export const DEFAULT_POLICY: PolicyDefinition = {
  name: 'default',
  depth: 'full',
  min_assurance: 'consistent',
  retry: { on: true, hops: MAX_HOPS },
};

/**
 * The action that a finding asks for. `fail` follows the policy, then the code's default. `uncertain` is
 * `ignore` where the code is ignored, else `retry` (which becomes `review` without tries left). Uncertainty
 * never fails a person, whatever a policy says.
 */
export function actionFor(
  definition: PolicyDefinition,
  code: string,
  outcome: Check['outcome'],
): PolicyAction {
  if (outcome === 'pass' || outcome === 'skipped') return 'ignore';
  const traits = CODES.get(code);
  const stated = definition.actions?.[code];
  if (outcome === 'fail') return stated ?? traits?.fail ?? 'review';
  if (stated) return stated === 'ignore' ? 'ignore' : 'retry';
  return traits?.uncertain ?? 'retry';
}

/** The number of `next_token`s that the policy gives; 0 when retry is off. */
export function hopsOf({ retry }: PolicyDefinition): number {
  return retry?.on === false ? 0 : Math.min(MAX_HOPS, retry?.hops ?? MAX_HOPS);
}

/**
 * The policy for a transaction type: the first that names the type, else the first that names none, else null
 * (`DEFAULT_POLICY` then decides). Types are compared in lower case.
 */
export function policyForType<P extends { definition: PolicyDefinition }>(
  policies: readonly P[],
  type: string,
): P | null {
  const wanted = type.toLowerCase();
  const types = ({ definition }: P) => definition.transaction_types ?? [];
  return (
    policies.find((policy) => types(policy).some((named) => named.toLowerCase() === wanted)) ??
    policies.find((policy) => types(policy).length === 0) ??
    null
  );
}

export interface PolicyProblem {
  /** Path in the file, e.g. `actions.ip_vpm`. */
  path: string;
  message: string;
}

/**
 * The faults of a policy that fits the schema: unknown codes, actions that could never act, invalid shapes.
 * Empty when it can be published. The caller checks ISO codes, because that needs the place data.
 */
export const checkDefinition = (definition: PolicyDefinition): PolicyProblem[] =>
  atOnce(checkingDefinition(definition));

/** The same with pauses: a large shape takes a tenth of a second. */
export function* checkingDefinition(definition: PolicyDefinition): Steps<PolicyProblem[]> {
  return [
    ...Object.entries(definition.actions ?? {}).flatMap(([code, action]) =>
      actionProblems(definition, code, action),
    ),
    ...(yield* ruleProblems(definition)),
    ...typeProblems(definition),
  ];
}

function actionProblems(definition: PolicyDefinition, code: string, action: PolicyAction): PolicyProblem[] {
  const path = `actions.${code}`;
  const traits = CODES.get(code);
  if (!traits) return [{ path, message: `No check gives the code ${code}.` }];
  const problems: string[] = [];
  const outcomes = traits.outcomes ?? ['fail', 'uncertain'];
  if (outcomes.length === 0) problems.push('This code is information only; it cannot act.');
  if (action === 'fail' && outcomes.length > 0 && !outcomes.includes('fail')) {
    problems.push('This code is never certain, and uncertainty never fails a person: use retry or review.');
  }
  if (action === 'retry' && hopsOf(definition) === 0) {
    problems.push('Retry is switched off, so this would act as review.');
  }
  const left_out =
    definition.depth === 'light' && (traits.group === 'integrity' || traits.group === 'history');
  if (left_out && action !== 'ignore') problems.push('Depth light leaves this check out; use depth full.');
  if (
    code === 'attestation_missing' &&
    action === 'ignore' &&
    (definition.min_assurance ?? 'consistent') !== 'consistent'
  ) {
    problems.push('min_assurance demands what this would ignore.');
  }
  return problems.map((message) => ({ path, message }));
}

function* ruleProblems({ rule }: PolicyDefinition): Steps<PolicyProblem[]> {
  if (!restricts(rule)) return [];
  const large = tooManyCorners(rule.shapes ?? []);
  if (large) return [{ path: 'rule.shapes', message: large }];
  const both = (rule.allow ?? []).filter((code) => rule.deny?.includes(code));
  const of_shapes: PolicyProblem[] = [];
  for (const [i, shape] of (rule.shapes ?? []).entries())
    of_shapes.push(...(yield* findShapeProblems(shape, `rule.shapes[${i}]`)));
  return [
    ...both.map((code) => ({ path: 'rule.deny', message: `${code} is both allowed and denied; deny wins.` })),
    ...of_shapes,
  ];
}

function typeProblems({ transaction_types = [] }: PolicyDefinition): PolicyProblem[] {
  const lower = transaction_types.map((type) => type.toLowerCase());
  const twice = lower.filter((type, i) => lower.indexOf(type) !== i);
  return [...new Set(twice)].map((type) => ({
    path: 'transaction_types',
    message: `${type} is named twice.`,
  }));
}
