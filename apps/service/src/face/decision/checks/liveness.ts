import type { FaceCheck } from '../../../database/tables/face.ts';
import type { FaceFacts } from '../facts.ts';
import { checkResult, modelOf } from './check.ts';
import { kindFrames, MIN_FRONTAL, median, round } from './frames.ts';
import { othersIn } from './identity.ts';
import { sharpFrontal } from './quality.ts';

/** From this share of the threshold on, the capture goes to review. */
export const DOUBTFUL = 0.5;

/**
 * Whether a living person is before the camera: the challenge was answered, the median score of the passive
 * model over at least five sharp frontal frames is high enough, and every frame shows the same person. None
 * of the three is enough alone. The passive score decides alone only where the workflow asks for nothing
 * else; an uncalibrated score decides nothing.
 */
export function livenessCheck(facts: FaceFacts, challenge: FaceCheck): FaceCheck {
  const frames = kindFrames(facts);
  const threshold = facts.pack.liveness_threshold;
  const scores = sharpFrontal(frames).flatMap(({ look }) => look.face?.live ?? []);
  const score = scores.length > 0 ? round(median(scores)) : null;
  const more = { score, threshold, model: modelOf(facts) };
  const judged = score !== null && threshold !== null && scores.length >= MIN_FRONTAL ? score : null;
  const failed = [
    ...(challenge.outcome === 'fail' ? ['challenge_failed'] : []),
    ...othersIn(frames, facts.pack.same_person),
    ...(judged !== null && judged < threshold! * DOUBTFUL ? ['passive_low'] : []),
  ];
  const notes = [`passive_frames_${scores.length}`];
  if (failed.length > 0) return checkResult('fail', [...failed, ...notes], more);
  const unknown = [
    ...(threshold === null ? ['passive_not_calibrated'] : []),
    ...(facts.pack.same_person === null ? ['identity_not_calibrated'] : []),
    ...(scores.length < MIN_FRONTAL ? ['too_few_passive_scores'] : []),
    ...(frames.some(({ same_person }) => same_person === null) ? ['a_frame_without_identity'] : []),
    ...(facts.mode === 'passive' || challenge.outcome === 'pass' ? [] : ['challenge_unknown']),
  ];
  if (unknown.length > 0) return checkResult('unavailable', [...unknown, ...notes], more);
  if (judged !== null && judged < threshold!)
    return checkResult('suspected', ['passive_near_the_threshold', ...notes], more);
  return checkResult('pass', notes, more);
}
