import type { FaceDecision } from '@standpoint/contract';
import type { FaceCheck, FaceDecisionSource } from '../database/schema.ts';
import type { Findings } from './engine.ts';
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
  /** This one included. */
  used: number;
  max: number;
}

/** Codes of the quality that a client may see; anything else becomes `capture_failed`, so that nobody learns to tune an attack. */
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

/** Findings → verdict. Pure. What is not known is never approved; what is doubtful goes to a person. */
export function decide(findings: Findings, attempts: Attempts): Verdict {
  if (findings.outcome === 'unavailable') return decided('review', ['engine_unavailable'], {});
  const { quality, checks } = findings;
  const more = attempts.used < attempts.max;
  const named = (outcome: string) =>
    Object.entries(checks)
      .filter(([, check]) => check.outcome === outcome)
      .map(([name]) => `${name}_${outcome}`);
  if (quality.length > 0)
    return more
      ? retry(quality[0])
      : decided(
          'declined',
          quality.map((code) => `quality_${code}`),
          checks,
        );
  const failed = named('fail');
  if (failed.length > 0) return more ? retry(undefined) : decided('declined', failed, checks);
  const doubtful = [...named('suspected'), ...named('unavailable')];
  const passed = checks.liveness?.outcome === 'pass';
  if (doubtful.length > 0 || !passed)
    return decided('review', doubtful.length > 0 ? doubtful : ['liveness_unknown'], checks);
  return decided('approved', [], checks);
}

/** The fixed course of a sandbox customer. */
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
