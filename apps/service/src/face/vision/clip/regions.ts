import type { Point } from '../networks/mesh.ts';
import { around } from '../networks/mesh.ts';
import type { Pixels } from '../picture/pixels.ts';
import type { Light } from '../vision.ts';

/**
 * Places of bare skin, by landmarks around each of them. Three of them span the plane of the skin there; left
 * and right are the person's own. Lips, eyes and brows are left out: they move, and reflect in another way.
 */
export const REGIONS = {
  forehead: [109, 338, 9],
  forehead_right: [54, 109, 105],
  forehead_left: [338, 284, 334],
  nose: [196, 419, 4],
  cheek_right: [117, 36, 207],
  cheek_left: [266, 346, 427],
  side_right: [127, 117, 58],
  side_left: [346, 356, 288],
  jaw_right: [207, 170, 58],
  jaw_left: [395, 427, 288],
  chin: [200, 140, 369],
} as const satisfies Record<string, readonly [number, number, number]>;
const NAMES = Object.keys(REGIONS) as (keyof typeof REGIONS)[];

/** Radius of a region, as a share of the face's side. */
const RADIUS = 0.06;
/** The background begins at this multiple of the face's side, so that hair and ears are no part of it. */
const BEYOND = 1.45;
/** With fewer pixels, nothing can be said of the background. */
const LEAST_BACKGROUND = 150;

/** sRGB transfer (IEC 61966-2-1) of every 8-bit value. */
const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** The mean light of each region, in the order of `REGIONS`; null where it lies outside the picture. */
export const regionsOf = (image: Pixels, points: readonly Point[]): (Light | null)[] => {
  const radius = RADIUS * around(points).side;
  return NAMES.map((name) => {
    const [x, y] = middleOf(points, REGIONS[name]);
    return meanOf(image, [x - radius, y - radius, x + radius, y + radius], (px, py) =>
      (px - x) ** 2 + (py - y) ** 2 <= radius * radius ? 1 : 0,
    );
  });
};

/** The mean light behind the person: beside and above the head. Null where the face fills the picture. */
export function backgroundOf(image: Pixels, points: readonly Point[]): Light | null {
  const { x, y, side } = around(points);
  const far = (BEYOND * side) / 2;
  const bottom = Math.min(image.height, y + side / 2);
  let seen = 0;
  const mean = meanOf(image, [0, 0, image.width, bottom], (px, py) => {
    const beside = Math.abs(px - x) > far || py < y - far;
    seen += Number(beside);
    return Number(beside);
  });
  return seen < LEAST_BACKGROUND ? null : mean;
}

/** How far each region faces the camera: 1 straight, 0 sideways. */
export const facingOf = (points: readonly Point[]): number[] =>
  NAMES.map((name) => {
    const [a, b, c] = REGIONS[name].map((index) => points[index]!) as [Point, Point, Point];
    const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const;
    const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const;
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
    return Math.abs(normal[2]) / (Math.hypot(...normal) || 1);
  });

function middleOf(points: readonly Point[], indexes: readonly number[]): [number, number] {
  let [x, y] = [0, 0];
  for (const index of indexes) {
    x += points[index]![0] / indexes.length;
    y += points[index]![1] / indexes.length;
  }
  return [x, y];
}

function meanOf(
  { data, width, height }: Pixels,
  [left, top, right, bottom]: readonly [number, number, number, number],
  weigh: (x: number, y: number) => number,
): Light | null {
  let [r, g, b, sum] = [0, 0, 0, 0];
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y++)
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x++) {
      if (weigh(x + 0.5, y + 0.5) === 0) continue;
      const at = (y * width + x) * 3;
      r += LINEAR[data[at]!]!;
      g += LINEAR[data[at + 1]!]!;
      b += LINEAR[data[at + 2]!]!;
      sum++;
    }
  return sum === 0 ? null : [r / sum, g / sum, b / sum];
}
