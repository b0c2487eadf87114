import type { Assurance, Check, GeolocationDecision } from '@standpoint/contract';
import { CHECKS, CODES } from './checks/all.ts';
import { assuranceOf } from './checks/assurance.ts';
import { carryOver } from './checks/carried.ts';
import { type CheckDefinition, type Finding, skipped } from './checks/check.ts';
import { hasSecondDevice, isPhones } from './checks/handoff.ts';
import { relax } from './checks/trusted-place.ts';
import type { DecisionInput } from './facts.ts';
import { actionFor, hopsOf } from './policy.ts';
import { generalReasonOf } from './reasons/general.ts';
import { nextCheckS, type RecheckEvent, recheckOn } from './recheck.ts';

/**
 * Raised with every change to a released engine that can alter a fact or an answer, after that engine was
 * frozen (CONTRIBUTING.md). Released engines stay, so that stored decisions can be computed again.
 */
export const ENGINE_VERSION = '1';

export interface Decision {
  decision: GeolocationDecision;
  /** Every code that asked for more than a pass: the strictest first, then in the order of the checks. */
  reason_codes: string[];
  /** The reason codes that the person may be told, and general reasons for those that they may not. */
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

/**
 * Decides from the facts alone: no clock, no randomness, no input or output, no memory. `checks` differs only
 * in mutation controls and in tests of single checks.
 */
export function decide(input: DecisionInput, checks: readonly CheckDefinition[] = CHECKS): Decision {
  const own = relax(
    checks.flatMap((check) => runCheck(check, input)),
    input,
  );
  const findings = carryOver(own, earlierOf(input));
  const reasons = findings
    // Most findings ask for nothing, so they are not even looked up.
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'uncertain')
    .map((finding) => ({ code: finding.code, verdict: verdictOf(finding, input) }))
    .filter(({ verdict }) => verdict !== 'pass')
    .sort((a, b) => STRICTNESS[b.verdict] - STRICTNESS[a.verdict]);
  const decision = reasons[0]?.verdict ?? 'pass';
  const reason_codes = reasons.map(({ code }) => code);
  return {
    decision,
    reason_codes,
    client_reasons: clientReasons(reasons, decision),
    checks: findings.map(({ code, outcome, confidence, inputs }) => ({ code, outcome, confidence, inputs })),
    assurance: assuranceOf(input, decision === 'pass'),
    next_check_in_s: decision === 'retry' ? 0 : nextCheckS(input),
    recheck_on: recheckOn(input),
    engine_version: ENGINE_VERSION,
  };
}

/**
 * The codes that may be told. Where none of those that decided may be, general reasons stand for them: no
 * person is left without any.
 */
export function clientReasons(
  reasons: readonly { code: string; verdict: GeolocationDecision }[],
  decision: GeolocationDecision,
): string[] {
  const told = reasons.filter(({ code }) => CODES.get(code)?.remedy !== undefined);
  const decided = reasons.filter(({ verdict }) => verdict === decision);
  const general = told.some(({ verdict }) => verdict === decision)
    ? []
    : decided.map(({ code }) => generalReasonOf(code));
  return [...new Set([...general, ...told.map(({ code }) => code)])];
}

/**
 * Where the policy answers a position that looks typed in by asking for a phone, the position of a second
 * device cures the finding. Under any other policy it does not: a spoofer could otherwise clear the review by
 * passing the hand-off to an accomplice who really stands there.
 */
const earlierOf = (input: DecisionInput) =>
  isPhones(input) &&
  hasSecondDevice(input) &&
  actionFor(input.policy.definition, 'override_suspected', 'fail') === 'retry'
    ? input.history.earlier.filter(({ code }) => code !== 'override_suspected')
    : input.history.earlier;

function runCheck(check: CheckDefinition, input: DecisionInput): Finding[] {
  const light = input.policy.definition.depth === 'light';
  if (light && (check.group === 'integrity' || check.group === 'history')) {
    return Object.keys(check.codes).map((code) => skipped(code, 'depth'));
  }
  return check.run(input);
}

/** The action that one finding asks for. `retry` needs a try left; without one the case goes to review. */
function verdictOf(finding: Finding, { policy, chain }: DecisionInput): GeolocationDecision {
  const action = actionFor(policy.definition, finding.code, finding.outcome);
  if (action === 'ignore') return 'pass';
  if (action === 'fail' && finding.at_most) return finding.at_most;
  const again = chain.retry_left && chain.hop < hopsOf(policy.definition);
  const stated = policy.definition.actions?.[finding.code] !== undefined;
  if (action === 'fail' && finding.curable && !stated && again) return 'retry';
  if (action !== 'retry') return action;
  return again && !finding.final ? 'retry' : 'review';
}
