import type { Judged } from '../runner/runner.ts';
import { verifyChallenge } from './checks/challenge.ts';
import { checkResult, type Outcome } from './checks/check.ts';
import { dedupeCheck } from './checks/dedupe.ts';
import { injectionCheck } from './checks/injection.ts';
import { livenessCheck } from './checks/liveness.ts';
import { matchCheck } from './checks/match.ts';
import { qualityCheck } from './checks/quality.ts';
import type { FaceFacts } from './facts.ts';
import { lightCheck } from './light/light.ts';

/**
 * Rises with every change to the results of a released engine for the same facts. Before that the engine is
 * frozen (`node apps/service/testing/engines/freeze.ts --area face`), so that its evidence can still be
 * computed.
 */
export const FACE_ENGINE_VERSION = '1';

/** Facts of one capture → findings. Pure: the evidence is computed again with it, byte for byte. */
export function judge(facts: FaceFacts): Judged {
  const { codes, check } = qualityCheck(facts);
  const { outcome, score, threshold, reasons } = verifyChallenge(facts.challenge, facts.frames);
  const challenge = checkResult(outcome as Outcome, reasons, { score, threshold });
  return {
    outcome: 'analysed',
    quality: codes,
    checks: {
      quality: check,
      challenge,
      liveness: livenessCheck(facts, challenge),
      light: lightCheck(facts),
      injection: injectionCheck(facts),
      match: matchCheck(facts),
      dedupe: dedupeCheck(facts),
    },
  };
}
