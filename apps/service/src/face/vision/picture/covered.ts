import type { Mesh, Point } from '../networks/mesh.ts';

const MOUTH = [61, 291, 0, 17, 13, 14, 37, 267, 84, 314, 40, 270];
const RIGHT_EYE = [33, 133, 159, 145, 70, 105];
const LEFT_EYE = [263, 362, 386, 374, 300, 334];
/**
 * Distance between the two runs' mouth points, relative to the distance between the outer eye corners: from
 * the first value on they disagree, from the second on they are guessed.
 */
const MOUTH_RANGE = [0.025, 0.04] as const;
const EYE_RANGE = [0.07, 0.1] as const;

/**
 * How likely something hides mouth or eyes, 0 to 1. The landmark model guesses what it cannot see, and its
 * two runs, on crops that differ a little, guess differently.
 *
 * This is a weak sign. Measured on webcam clips of two people (259 uncovered frames, 54 with something drawn
 * on them), it exceeded 0.5 for no uncovered face, for 43 % of those with a black bar over the mouth, 50 %
 * with a mask, 37 % with skin colour over the mouth and 46 % with a bar over the eyes. It does not notice
 * what leaves eyes and mouth free (a hand at the chin stays at 0), nor glasses.
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
