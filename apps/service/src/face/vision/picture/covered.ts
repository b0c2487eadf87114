import type { Mesh, Point } from '../networks/mesh.ts';

const MOUTH = [61, 291, 0, 17, 13, 14, 37, 267, 84, 314, 40, 270];
const RIGHT_EYE = [33, 133, 159, 145, 70, 105];
const LEFT_EYE = [263, 362, 386, 374, 300, 334];
/**
 * Share of the distance between the outer eye corners: from here the points disagree, and from there they are
 * guessed.
 */
const MOUTH_RANGE = [0.025, 0.04] as const;
const EYE_RANGE = [0.07, 0.1] as const;

/**
 * How likely something hides mouth or eyes, 0 to 1. Where the landmark model sees nothing it guesses, and its
 * two looks at the face, from crops that differ a little, guess differently.
 *
 * A weak sign. Measured on webcam clips of two people (259 free frames, 54 drawn on): above 0.5 were none of
 * the free faces, 43 % of those with a black bar before the mouth, 50 % of those with a mask, 37 % of those
 * with skin colour there, 46 % of those with a bar before the eyes. It says nothing of what leaves eyes and
 * mouth free (a hand at the chin stays at 0), and nothing of glasses.
 */
export function coveredOf({ points, first }: Mesh): number {
  const unit = distance(points[33]!, points[263]!);
  const away = (which: readonly number[]) =>
    Math.sqrt(which.reduce((sum, i) => sum + distance(points[i]!, first[i]!) ** 2, 0) / which.length) / unit;
  const within = (value: number, [low, high]: readonly [number, number]) =>
    Math.min(1, Math.max(0, (value - low) / (high - low)));
  return Math.max(
    within(away(MOUTH), MOUTH_RANGE),
    within(away(RIGHT_EYE), EYE_RANGE),
    within(away(LEFT_EYE), EYE_RANGE),
  );
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
