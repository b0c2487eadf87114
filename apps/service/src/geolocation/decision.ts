import type { Assurance, Check, GeolocationDecision } from '@standpoint/contract';
import { CHECKS, CODES } from './checks/all.ts';
import { assuranceOf } from './checks/assurance.ts';
import { type CheckDefinition, type Finding, skipped } from './checks/check.ts';
import type { DecisionInput } from './facts.ts';
import { actionFor, hopsOf } from './policy.ts';
import { nextCheckS, type RecheckEvent, recheckOn } from './recheck.ts';

/** Raised with every change that can alter an answer; earlier engines stay, so that stored decisions can be recomputed. */
export const ENGINE_VERSION = '1';

export interface Decision {
  decision: GeolocationDecision;
  /** Every code that asked for more than a pass, the strictest first, then in the order of the checks. */
  reason_codes: string[];
  /** Those of them that may be told to the person. */
  client_reasons: string[];
  /** Every code of every check, in order. */
  checks: Check[];
  assurance: Assurance;
  /** Whole seconds; 0 for `retry`. */
  next_check_in_s: number;
  recheck_on: RecheckEvent[];
  engine_version: string;
}

const STRICTNESS: Record<GeolocationDecision, number> = { pass: 0, review: 1, retry: 2, fail: 3 };

/** Facts in, answer out: no clock, no chance, nothing read, nothing kept. `checks` differs only in mutation controls. */
export function decide(input: DecisionInput, checks: readonly CheckDefinition[] = CHECKS): Decision {
  const findings = checks.flatMap((check) => runCheck(check, input));
  const reasons = findings
    .map((finding) => ({ code: finding.code, verdict: verdictOf(finding, input) }))
    .filter(({ verdict }) => verdict !== 'pass')
    .sort((a, b) => STRICTNESS[b.verdict] - STRICTNESS[a.verdict]);
  const decision = reasons[0]?.verdict ?? 'pass';
  const reason_codes = reasons.map(({ code }) => code);
  return {
    decision,
    reason_codes,
    client_reasons: reason_codes.filter((code) => CODES.get(code)?.remedy !== undefined),
    checks: findings.map(({ code, outcome, confidence, inputs }) => ({ code, outcome, confidence, inputs })),
    assurance: assuranceOf(input.origin),
    next_check_in_s: decision === 'retry' ? 0 : nextCheckS(input),
    recheck_on: recheckOn(input),
    engine_version: ENGINE_VERSION,
  };
}

function runCheck(check: CheckDefinition, input: DecisionInput): Finding[] {
  const light = input.policy.definition.depth === 'light';
  if (light && (check.group === 'integrity' || check.group === 'history')) {
    return Object.keys(check.codes).map((code) => skipped(code, 'depth'));
  }
  return check.run(input);
}

/** What one finding asks for. `retry` needs a try left; without one a person looks at it. */
function verdictOf(finding: Finding, { policy, chain }: DecisionInput): GeolocationDecision {
  const action = actionFor(policy.definition, finding.code, finding.outcome);
  if (action === 'ignore') return 'pass';
  if (action === 'fail' && finding.at_most) return finding.at_most;
  if (action !== 'retry') return action;
  return chain.retry_left && chain.hop < hopsOf(policy.definition) ? 'retry' : 'review';
}
