import type { FaceCheck } from '../../../database/tables/face.ts';
import type { FaceFacts } from '../facts.ts';
import { checkResult, modelOf } from './check.ts';
import { round } from './frames.ts';

/** Whether the capture shows the expected person. A score between the two thresholds goes to review. */
export function matchCheck(facts: FaceFacts): FaceCheck {
  const { match } = facts;
  const model = modelOf(facts);
  if (match.skipped !== undefined) {
    if (match.skipped === 'not_asked') return checkResult('skipped', ['not_asked']);
    // A first visit: the customer was never approved, and this capture becomes the template.
    if (match.skipped === 'nothing_to_compare' && facts.enrols)
      return checkResult('skipped', ['first_visit'], { model });
    return checkResult('unavailable', [match.skipped], { model });
  }
  const more = { score: round(match.score), threshold: match.threshold, model };
  const how = [match.source, `template_of_${match.template}`, `probe_of_${match.probe}`];
  if (match.score >= match.threshold) return checkResult('pass', how, more);
  if (match.score >= match.review_threshold)
    return checkResult('suspected', ['near_the_threshold', ...how], more);
  return checkResult('fail', ['another_person', ...how], more);
}
