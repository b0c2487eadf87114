import type { Point } from '../networks/mesh.ts';
import type { Affine } from './pixels.ts';

type Flat = readonly [x: number, y: number];

/** The points of the face that a template can name, each the mean of some of the 468 landmarks. */
const PLACES: Record<string, readonly number[]> = {
  // The person's right is on the left of the image.
  right_eye: [33, 133],
  left_eye: [362, 263],
  right_eye_outer: [33],
  right_eye_inner: [133],
  left_eye_inner: [362],
  left_eye_outer: [263],
  // The usual templates place the tip of the nose between the two.
  nose_tip: [1, 4],
  nose_base: [2],
  right_mouth_corner: [61],
  left_mouth_corner: [291],
};

/** Where named points of the face lie in an aligned picture. */
export type Template = readonly { place: string; x: number; y: number }[];

export function placeOf(points: readonly Point[], place: string): Flat {
  const indices = PLACES[place];
  if (!indices) throw new Error(`${place} is no place of the face: ${Object.keys(PLACES).join(', ')}`);
  let [x, y] = [0, 0];
  for (const index of indices) {
    x += points[index]![0] / indices.length;
    y += points[index]![1] / indices.length;
  }
  return [x, y];
}

/**
 * The similarity (rotation, scale, shift) that maps the aligned picture onto the image and minimises the
 * squared distances between the template's points and the face's. Umeyama, "Least-squares estimation of
 * transformation parameters", 1991, in two dimensions. The fit is made from the image to the aligned picture
 * and then inverted, so that the error is measured in the aligned picture.
 */
export function align(points: readonly Point[], template: Template): Affine {
  const from = template.map(({ place }) => placeOf(points, place));
  const n = template.length;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / n;
  const [fx, fy] = [mean(from.map(([x]) => x)), mean(from.map(([, y]) => y))];
  const [tx, ty] = [mean(template.map(({ x }) => x)), mean(template.map(({ y }) => y))];
  let [dot, cross, spread] = [0, 0, 0];
  template.forEach(({ x, y }, i) => {
    const [u, v] = [from[i]![0] - fx, from[i]![1] - fy];
    dot += u * (x - tx) + v * (y - ty);
    cross += u * (y - ty) - v * (x - tx);
    spread += u * u + v * v;
  });
  // From the image to the aligned picture: (p −q; q p) about the means. Inverted below.
  const [p, q] = [dot / spread, cross / spread];
  const size = p * p + q * q;
  const [ip, iq] = [p / size, -q / size];
  return [ip, -iq, fx - ip * tx + iq * ty, iq, ip, fy - iq * tx - ip * ty];
}

export const isPlace = (name: unknown): boolean => typeof name === 'string' && Object.hasOwn(PLACES, name);
