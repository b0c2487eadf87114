import type { Check, Environment } from '@standpoint/contract';
import { clientReasons, type Decision } from './decision.ts';
import type { DecisionInput } from './facts.ts';
import { MAX_HOPS } from './policy.ts';

export interface SandboxOutcome {
  /** The `customer_id` begins with this. */
  prefix: string;
  decision: Decision['decision'];
  codes: readonly string[];
  what: string;
  delay_ms?: number;
  unavailable?: true;
}

/** Deterministic outcomes of area A (interface §9). In production such an id is an ordinary customer. */
export const GEOLOCATION_OUTCOMES: readonly SandboxOutcome[] = [
  { prefix: 'test_pass', decision: 'pass', codes: [], what: 'passes' },
  {
    prefix: 'test_fail_outside',
    decision: 'fail',
    codes: ['country_not_allowed'],
    what: 'fails: outside of the allowed countries',
  },
  { prefix: 'test_fail_vpn', decision: 'fail', codes: ['ip_vpn'], what: 'fails: behind a VPN' },
  {
    prefix: 'test_fail_mock',
    decision: 'fail',
    codes: ['mock_provider'],
    what: 'fails: a mock position provider; the client gets a general reason',
  },
  {
    prefix: 'test_retry_accuracy',
    decision: 'retry',
    codes: ['accuracy_too_low'],
    what: 'asks for another try with next_token; review after the third',
  },
  {
    prefix: 'test_review_border',
    decision: 'review',
    codes: ['border_uncertain'],
    what: 'goes to review: too close to a border',
  },
  {
    prefix: 'test_impossible_travel',
    decision: 'fail',
    codes: ['impossible_travel'],
    what: 'fails: travelled impossibly fast; the client gets a general reason',
  },
  { prefix: 'test_slow_5s', decision: 'pass', codes: [], what: 'passes after 5 seconds', delay_ms: 5_000 },
  {
    prefix: 'test_unavailable',
    decision: 'pass',
    codes: [],
    what: 'answers 503 unavailable; the token is not spent',
    unavailable: true,
  },
];

/** Never honoured in production: test values that work on live keys would be a hole. */
export const outcomeFor = (env: Environment, customer_id: string): SandboxOutcome | null =>
  env === 'sandbox'
    ? (GEOLOCATION_OUTCOMES.find(({ prefix }) => customer_id.startsWith(prefix)) ?? null)
    : null;

/** Replaces the decision made from the facts by the outcome; the facts stay unchanged. */
export function simulate(outcome: SandboxOutcome, decided: Decision, { chain }: DecisionInput): Decision {
  const retry = outcome.decision === 'retry' && chain.retry_left && chain.hop < MAX_HOPS;
  const decision = outcome.decision === 'retry' && !retry ? 'review' : outcome.decision;
  const checks: Check[] = outcome.codes.map((code) => ({
    code,
    outcome: 'fail',
    confidence: 1,
    inputs: { simulated: true },
  }));
  return {
    ...decided,
    decision,
    checks,
    reason_codes: [...outcome.codes],
    client_reasons: clientReasons(
      outcome.codes.map((code) => ({ code, verdict: decision })),
      decision,
    ),
    next_check_in_s: decision === 'retry' ? 0 : 1_200,
  };
}
