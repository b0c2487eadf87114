import type { FaceDecision } from '@standpoint/contract';
import type { FaceCheck, FaceDecisionSource } from '../../database/tables/face.ts';
import type { Judged } from '../runner/runner.ts';
import type { SandboxOutcome } from './sandbox-outcomes.ts';

export type Verdict =
  | { kind: 'retry'; last_error: { code: string; retryable: true } }
  | {
      kind: 'decided';
      decision: FaceDecision;
      decision_source: FaceDecisionSource;
      /** For the backend alone. */
      reasons: string[];
      checks: Record<string, FaceCheck>;
    };

export interface Attempts {
  /** Attempts used, including this one. */
  used: number;
  max: number;
}

/**
 * Quality codes that a client may see. Any other code becomes `capture_failed`, so that an attacker learns
 * nothing to tune an attack.
 */
export const QUALITY_CODES = [
  'too_dark',
  'too_bright',
  'blurred',
  'no_face',
  'several_faces',
  'face_too_small',
  'face_too_large',
  'face_cut_off',
  'face_covered',
  'grainy',
  'turned_too_far',
] as const;

const decided = (decision: FaceDecision, reasons: string[], checks: Record<string, FaceCheck>): Verdict => ({
  kind: 'decided',
  decision,
  decision_source: 'auto',
  reasons,
  checks,
});

const retry = (code: string | undefined): Verdict => ({
  kind: 'retry',
  last_error: {
    code: QUALITY_CODES.includes(code as (typeof QUALITY_CODES)[number]) ? code! : 'capture_failed',
    retryable: true,
  },
});

/**
 * The conditions that `review.when` of a workflow may name. Doubts about integrity and duplicates go to
 * review even if it does not name them.
 */
export const REVIEW_CONDITIONS = [
  'match_uncertain',
  'liveness_uncertain',
  'injection_suspected',
  'duplicate_suspected',
  'always',
] as const;

/**
 * Doubts that a workflow may leave to the machine: if `review.when` does not name them, they count as
 * failures.
 */
const MAY_FAIL: Record<string, string> = { match: 'match_uncertain', liveness: 'liveness_uncertain' };

/** Reasons of a check that the session repeats, because the backend can act on them. */
const NAMED_REASONS = ['template_lapsed'];

/**
 * Findings → verdict. Pure. The unknown is never approved, and doubts go to review. `when`: `review.when` of
 * the workflow; null: every doubt. With `always` in it, a verdict that would be `approved` goes to review.
 */
export function decide(
  findings: { outcome: 'unavailable' } | Judged,
  attempts: Attempts,
  when: readonly string[] | null = null,
): Verdict {
  if (findings.outcome === 'unavailable') return decided('review', ['engine_unavailable'], {});
  const { quality, checks } = findings;
  const more = attempts.used < attempts.max;
  if (quality.length > 0)
    return more
      ? retry(quality[0])
      : decided(
          'declined',
          quality.map((code) => `quality_${code}`),
          checks,
        );
  const named = (outcomes: readonly string[], keep: (name: string) => boolean) =>
    Object.entries(checks)
      .filter(([name, { outcome }]) => outcomes.includes(outcome) && keep(name))
      .map(([name, { outcome }]) => `${name}_${outcome}`);
  const strict = (name: string) => when !== null && name in MAY_FAIL && !when.includes(MAY_FAIL[name]!);
  const failed = [...named(['fail'], () => true), ...named(['suspected'], strict)];
  if (failed.length > 0) return more ? retry(undefined) : decided('declined', failed, checks);
  const doubtful = [...named(['suspected'], (name) => !strict(name)), ...named(['unavailable'], () => true)];
  const passed = checks.liveness?.outcome === 'pass';
  if (doubtful.length > 0) return decided('review', [...doubtful, ...namedReasons(checks)], checks);
  if (!passed) return decided('review', ['liveness_unknown'], checks);
  if (when?.includes('always')) return decided('review', ['workflow_asks_for_review'], checks);
  return decided('approved', [], checks);
}

const namedReasons = (checks: Record<string, FaceCheck>): string[] =>
  NAMED_REASONS.filter((reason) => Object.values(checks).some(({ reasons }) => reasons.includes(reason)));

/** The fixed outcome of a sandbox customer. */
export function simulate(outcome: SandboxOutcome, attempts: Attempts): Verdict {
  const submits = outcome.submits ?? ['review'];
  const step = submits[Math.min(attempts.used, submits.length) - 1]!;
  if (step === 'retry' && attempts.used < attempts.max) return retry('too_dark');
  const decision = step === 'retry' ? 'declined' : step;
  const check = (name: string): FaceCheck => ({
    outcome: outcome.failed_check === name ? 'fail' : 'pass',
    score: null,
    threshold: null,
    reasons: ['simulated'],
  });
  return {
    kind: 'decided',
    decision,
    decision_source: 'simulated',
    reasons: [...(outcome.reasons ?? [])],
    checks: { liveness: check('liveness'), match: check('match') },
  };
}
