import type { FaceCheck } from '../../../database/tables/face.ts';
import type { FaceLook } from '../../vision/vision.ts';
import { QUALITY_CODES } from '../decision.ts';
import type { FaceFacts } from '../facts.ts';
import { checkResult, modelOf } from './check.ts';
import { asksForFrontal, isFrontal, type KindFrame, kindFrames, MIN_FRONTAL, median } from './frames.ts';
import { isTurnedTooFar } from './identity.ts';

type QualityCode = (typeof QUALITY_CODES)[number];

/** Limits: luma from 0 to 1, sizes relative to the shorter side and in pixels, sharpness as in `Look`. */
export const QUALITY = {
  dark: 0.14,
  bright: 0.88,
  clipped: 0.45,
  /**
   * Variance of the Laplacian of the aligned face; below it the liveness model and the embedding are
   * meaningless.
   */
  sharp: 12,
  size_px: 70,
  /**
   * `scored`: with a larger face the passive model gets too little of the surroundings and gives no score.
   * The box that it cuts by begins to fail between 0.73 and 0.79 of 24 pictures. `most`: for a person who
   * was asked to come closer.
   */
  size: { least: 0.16, scored: 0.75, most: 1.1 },
  covered: 0.75,
  /**
   * Noise of a camera that has too little light. 0.010 at most in ordinary pictures, and 0.015 at least where
   * the passive model began to take people for attacks.
   */
  grain: 0.0125,
  /** Frames with several faces that count: a passer-by in one frame is no second person at the camera. */
  several_in: 3,
} as const;

/** The first problem of a frame; null: it can be judged. */
const frameProblem = ({ look, kind }: KindFrame): QualityCode | null => faceProblem(look.face, kind);

type Judgeable = Pick<FaceLook, 'size' | 'size_px' | 'cut_off' | 'light' | 'covered' | 'sharpness'>;

/**
 * The first problem of the face in a frame, for a step of that kind. The face app guides the person by it,
 * too.
 */
export function faceProblem(face: Judgeable | null, kind: string): QualityCode | null {
  if (!face) return 'no_face';
  // Steps back or forth are meant to change the size.
  if (face.size_px < QUALITY.size_px || (kind !== 'recede' && face.size < QUALITY.size.least))
    return 'face_too_small';
  if (face.size > (kind === 'approach' ? QUALITY.size.most : QUALITY.size.scored)) return 'face_too_large';
  if (face.cut_off && kind !== 'approach') return 'face_cut_off';
  const { light } = face;
  if (light.face < QUALITY.dark) return 'too_dark';
  if (light.face > QUALITY.bright) return 'too_bright';
  if (light.clipped > QUALITY.clipped) return light.face < 0.5 ? 'too_dark' : 'too_bright';
  if (face.covered > QUALITY.covered) return 'face_covered';
  if (face.sharpness < QUALITY.sharp) return 'blurred';
  return null;
}

/** Frames that passive liveness and matching use: frontal, and without a problem. */
export const sharpFrontal = (frames: readonly KindFrame[]): KindFrame[] =>
  frames.filter((frame) => asksForFrontal(frame.kind) && isFrontal(frame) && frameProblem(frame) === null);

/**
 * Whether noise is why the passive model sees no living person. It takes a dim room for an attack, so the
 * person is asked for more light instead of being refused. Where the model sees a person through the noise,
 * nothing is asked.
 */
function grainHides({ pack }: FaceFacts, good: readonly KindFrame[]): boolean {
  const scores = good.flatMap(({ look }) => look.face?.live ?? []);
  if (pack.liveness_threshold === null || scores.length < MIN_FRONTAL) return false;
  return (
    median(scores) < pack.liveness_threshold &&
    median(good.map(({ look }) => look.face!.grain)) > QUALITY.grain
  );
}

/**
 * Whether the capture can be judged. Codes, the most frequent first; empty when it can. One bad frame of ten
 * is not a failure. A head that is turned away is no quality problem, because the challenge asks for it.
 */
export function qualityCheck(facts: FaceFacts): { codes: QualityCode[]; check: FaceCheck } {
  const frames = kindFrames(facts);
  const good = sharpFrontal(frames);
  const more = { score: good.length, threshold: MIN_FRONTAL, model: modelOf(facts) };
  const crowded = frames.filter(({ look }) => look.faces > 1).length >= QUALITY.several_in;
  const codes: QualityCode[] = crowded ? ['several_faces'] : [];
  if (isTurnedTooFar(frames, facts.pack.same_person)) codes.push('turned_too_far');
  if (grainHides(facts, good)) codes.push('grainy');
  if (good.length < MIN_FRONTAL) {
    const problems = frames
      .filter(({ kind }) => asksForFrontal(kind))
      .flatMap((frame) => frameProblem(frame) ?? []);
    const count = (code: QualityCode) => problems.filter((problem) => problem === code).length;
    codes.push(...QUALITY_CODES.filter((code) => count(code) > 0).toSorted((a, b) => count(b) - count(a)));
  }
  return { codes, check: checkResult(codes.length > 0 ? 'fail' : 'pass', codes, more) };
}
