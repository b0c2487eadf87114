import type { Judged } from '../runner/runner.ts';
import { type Attempts, decide, type Verdict } from './decision.ts';
import type { FaceFacts } from './facts.ts';
import { FACE_ENGINE_VERSION, judge } from './judge.ts';

/** The input from which the verdict of an attempt follows. */
export interface FaceInput {
  engine_version: string;
  /** null: no runner looked at the capture. */
  facts: FaceFacts | null;
  attempts: Attempts;
  /** The workflow's `review.when`. */
  review_when: readonly string[] | null;
}

/** The decision of an engine. */
export interface FaceDecided {
  findings: { outcome: 'unavailable' } | Judged;
  verdict: Verdict;
}
type FaceEngineOf = (input: FaceInput) => FaceDecided;

/** Facts → verdict. Pure. This function is frozen when the version rises. */
export const decideAttempt: FaceEngineOf = ({ facts, attempts, review_when }) => {
  const findings = facts ? judge(facts) : { outcome: 'unavailable' as const };
  return { findings, verdict: decide(findings, attempts, review_when) };
};

/**
 * Versions of earlier released engines, each in one frozen file. They stay while their evidence may be asked
 * for.
 */
export const FROZEN: readonly string[] = [];

/** The engine of a version, unchanged; null when this installation has none of that version. */
export async function faceEngineOf(version: string): Promise<FaceEngineOf | null> {
  if (version === FACE_ENGINE_VERSION) return decideAttempt;
  if (!FROZEN.includes(version)) return null;
  const { decideAttempt: frozen } = (await import(`./engines/${version}.js`)) as {
    decideAttempt: FaceEngineOf;
  };
  return frozen;
}
