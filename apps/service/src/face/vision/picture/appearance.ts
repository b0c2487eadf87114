import type { Point } from '../networks/mesh.ts';
import { around } from '../networks/mesh.ts';
import type { FaceLook } from '../vision.ts';
import { align, type Template } from './alignment.ts';
import { cut, lumaOf, type Pixels, squareAt } from './pixels.ts';

export type Appearance = Pick<FaceLook, 'light' | 'colour' | 'sharpness' | 'grain'>;

/**
 * Eyes and mouth lie at fixed places in an aligned picture of fixed size, so the same part of every face is
 * measured.
 */
const SIDE = 96;
const CHIP: Template = [
  { place: 'right_eye', x: 30, y: 36 },
  { place: 'left_eye', x: 66, y: 36 },
  { place: 'nose_tip', x: 48, y: 56 },
  { place: 'right_mouth_corner', x: 34, y: 74 },
  { place: 'left_mouth_corner', x: 62, y: 74 },
];
/** The inner face: an ellipse about the middle of the aligned picture, without hair and background. */
const [MIDDLE, ACROSS, ALONG] = [{ x: 48, y: 54 }, 34, 40];
/** Luma below the first value, or above the second, shows no detail. */
const [CRUSHED, BURNT] = [8, 247];
/** The surroundings are what lies between two squares about the face. */
const [NEAR, FAR, GRID] = [1.3, 2.4, 48];

/** With fewer cells of the grid nothing can be said of the surroundings. */
const LEAST_SURROUNDINGS = 40;

export function appearanceOf(image: Pixels, points: readonly Point[]): Appearance {
  const chip = cut(image, align(points, CHIP), SIDE);
  const luma = lumaOf(chip);
  const inner: number[] = [];
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++)
      if (((x + 0.5 - MIDDLE.x) / ACROSS) ** 2 + ((y + 0.5 - MIDDLE.y) / ALONG) ** 2 <= 1)
        inner.push(y * SIDE + x);
  // Numbers of their own, before the surroundings are measured: once, under load, the face's object held the mean
  // and the spread of the surroundings, in a picture that was measured right a moment before.
  const { mean, spread, clipped, colour } = measure(inner, chip, luma);
  const outside = surroundings(image, points) ?? { mean, colour };
  return {
    light: { face: mean, around: outside.mean, contrast: spread, clipped },
    colour: { face: colour, around: outside.colour },
    sharpness: laplacianVariance(luma, inner),
    grain: noiseOf(luma, inner) / Math.max(1, 255 * mean),
  };
}

/** Measures the image between a near and a far square about the face; null where the face fills it. */
function surroundings(image: Pixels, points: readonly Point[]): Measured | null {
  const { x, y, side } = around(points);
  const rgb = cut(image, squareAt(x, y, side * FAR, GRID), GRID);
  const inside: number[] = [];
  for (let v = 0; v < GRID; v++)
    for (let u = 0; u < GRID; u++) {
      const [px, py] = [((u + 0.5) / GRID - 0.5) * FAR, ((v + 0.5) / GRID - 0.5) * FAR];
      const [ix, iy] = [x + px * side, y + py * side];
      const near = Math.max(Math.abs(px), Math.abs(py)) < NEAR / 2;
      if (!near && ix >= 1 && iy >= 1 && ix < image.width - 1 && iy < image.height - 1)
        inside.push(v * GRID + u);
    }
  return inside.length < LEAST_SURROUNDINGS ? null : measure(inside, rgb, lumaOf(rgb));
}

interface Measured {
  mean: number;
  spread: number;
  clipped: number;
  colour: [number, number, number];
}

function measure(which: readonly number[], rgb: Float32Array, luma: Float32Array): Measured {
  const n = which.length || 1;
  let [sum, squares, clipped] = [0, 0, 0];
  const colour: [number, number, number] = [0, 0, 0];
  for (const i of which) {
    const value = luma[i]!;
    sum += value;
    squares += value * value;
    if (value <= CRUSHED || value >= BURNT) clipped++;
    for (let k = 0; k < 3; k++) colour[k]! += linear(rgb[3 * i + k]!) / n;
  }
  const mean = sum / n;
  return {
    mean: mean / 255,
    spread: Math.sqrt(Math.max(0, squares / n - mean * mean)) / 255,
    clipped: clipped / n,
    colour,
  };
}

/** sRGB transfer, IEC 61966-2-1, of a value from 0 to 255. */
function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Variance of the Laplacian. Blur lowers it; noise raises it, so a high value proves nothing. */
function laplacianVariance(luma: Float32Array, which: readonly number[]): number {
  let [sum, squares] = [0, 0];
  for (const i of which) {
    const value = luma[i - 1]! + luma[i + 1]! + luma[i - SIDE]! + luma[i + SIDE]! - 4 * luma[i]!;
    sum += value;
    squares += value * value;
  }
  return squares / which.length - (sum / which.length) ** 2;
}

/** The sum of the weights' squares is 36, and the median of |x| is 0.6745 of a Gaussian's deviation. */
const GAUSSIAN = 6 * 0.6745;

/**
 * Standard deviation of the noise in luma levels. The mask is the difference of two Laplacians, which edges
 * and shading hardly touch, and the median leaves out the few pixels that they do touch (after Immerkær, Fast
 * noise variance estimation, 1996).
 */
function noiseOf(luma: Float32Array, which: readonly number[]): number {
  const found = which.map((i) => {
    const sides = luma[i - 1]! + luma[i + 1]! + luma[i - SIDE]! + luma[i + SIDE]!;
    const corners = luma[i - SIDE - 1]! + luma[i - SIDE + 1]! + luma[i + SIDE - 1]! + luma[i + SIDE + 1]!;
    return Math.abs(corners - 2 * sides + 4 * luma[i]!);
  });
  found.sort((a, b) => a - b);
  return found[found.length >> 1]! / GAUSSIAN;
}
