import type { FaceCheck } from '../../../database/tables/face.ts';
import type { FaceFacts } from '../facts.ts';
import { continuitySigns } from '../light/continuity.ts';
import { cutSigns } from '../light/cuts.ts';
import { checkResult } from './check.ts';
import { kindFrames } from './frames.ts';
import { frozenSigns } from './frozen.ts';
import { othersIn } from './identity.ts';
import { pictureOf } from './picture.ts';
import { planeSigns } from './plane.ts';
import { repeatSigns } from './repeats.ts';
import { replaySigns } from './replays.ts';
import { type Sign, signIf } from './signs.ts';
import { stitchSigns } from './stitches.ts';
import { timingSigns } from './timing.ts';
import { trackSigns } from './track.ts';

const SCORE = { pass: 1, suspected: 0.5, fail: 0 } as const;

/**
 * Whether the capture came through a camera in one sitting: integrity, independent of liveness. The client's
 * statements about itself can only raise suspicion. `score`: 1 clear, 0.5 suspected, 0 detected.
 */
export function injectionCheck(facts: FaceFacts): FaceCheck {
  const signs = injectionSigns(facts);
  const has = (weight: Sign['weight']) => signs.some((each) => each.weight === weight);
  const outcome = has('fail') ? 'fail' : has('suspected') ? 'suspected' : 'pass';
  const reasons = signs.map(({ code }) => code);
  return checkResult(outcome, reasons, { score: SCORE[outcome] });
}

export function injectionSigns(facts: FaceFacts): Sign[] {
  const frames = kindFrames(facts);
  const pictures = frames.map(pictureOf);
  const others = othersIn(frames, facts.pack.same_person).length;
  return [
    ...trackSigns(facts.track),
    ...timingSigns(frames, facts.elapsed_ms),
    ...repeatSigns(frames, pictures),
    ...frozenSigns(pictures),
    ...planeSigns(pictures),
    ...stitchSigns(frames, pictures),
    ...continuitySigns(facts),
    ...cutSigns(facts),
    ...replaySigns(facts.replays, frames.length),
    ...signIf(others > 0, 'suspected', 'faces_swapped'),
  ];
}
