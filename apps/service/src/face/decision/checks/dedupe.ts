import type { FaceCheck } from '../../../database/tables/face.ts';
import type { FaceFacts } from '../facts.ts';
import { checkResult, modelOf } from './check.ts';
import { round } from './frames.ts';

/** The reasons that mean `skipped` in the interface; any other means `unavailable`. */
const SKIPPED = ['not_asked', 'gallery_too_large_for_calibration'];

/**
 * Whether another customer of the organization looks the same. A hit is never a verdict: it goes to review.
 */
export function dedupeCheck(facts: FaceFacts): FaceCheck {
  const { dedupe } = facts;
  const model = modelOf(facts);
  if (dedupe.skipped !== undefined)
    return checkResult(SKIPPED.includes(dedupe.skipped) ? 'skipped' : 'unavailable', [dedupe.skipped]);
  const best = dedupe.hits[0];
  const more = { score: best ? round(best.score) : null, threshold: dedupe.threshold, model };
  return best
    ? checkResult('suspected', ['looks_like_another_customer', `hits_${dedupe.hits.length}`], more)
    : checkResult('pass', [], more);
}
