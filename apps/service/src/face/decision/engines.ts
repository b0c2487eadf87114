import type { Judged } from '../runner/runner.ts';
import { type Attempts, decide, type Verdict } from './decision.ts';
import type { FaceFacts } from './facts.ts';
import { FACE_ENGINE_VERSION, judge } from './judge.ts';

/** What an attempt's verdict follows from. */
export interface FaceInput {
  engine_version: string;
  /** null: no runner looked at the capture. */
  facts: FaceFacts | null;
  attempts: Attempts;
  /** The workflow's `review.when`. */
  review_when: readonly string[] | null;
}

/** What follows. */
export interface FaceDecided {
  findings: { outcome: 'unavailable' } | Judged;
  verdict: Verdict;
}
export type FaceEngineOf = (input: FaceInput) => FaceDecided;

/** Facts in, verdict out. Pure; what is frozen when the version rises. */
export const decideAttempt: FaceEngineOf = ({ facts, attempts, review_when }) => {
  const findings = facts ? judge(facts) : { outcome: 'unavailable' as const };
  return { findings, verdict: decide(findings, attempts, review_when) };
};

/**
 * Earlier released engines, each one frozen file. They stay for as long as evidence of theirs may be asked
 * for.
 */
export const FROZEN: readonly string[] = [];

/** The engine of a version, exactly as it was; null when this installation has none of that name. */
export async function faceEngineOf(version: string): Promise<FaceEngineOf | null> {
  if (version === FACE_ENGINE_VERSION) return decideAttempt;
  if (!FROZEN.includes(version)) return null;
  const { decideAttempt: frozen } = (await import(`./engines/${version}.js`)) as {
    decideAttempt: FaceEngineOf;
  };
  return frozen;
}
