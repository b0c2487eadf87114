import { lumaOf, type Pixels, resize } from '../picture/pixels.ts';

/** Cells on each side. */
const SIDE = 32;
/** Less contrast than this is one grey, in luma levels. */
const LEAST_CONTRAST = 1;

/** The luma of a picture in cells, without its brightness and its contrast: a screen's light changes both. */
export function patternOf(image: Pixels): Float32Array {
  const luma = lumaOf(resize(image, SIDE));
  const mean = luma.reduce((sum, value) => sum + value, 0) / luma.length;
  const spread = Math.sqrt(luma.reduce((sum, value) => sum + (value - mean) ** 2, 0) / luma.length);
  return luma.map((value) => (value - mean) / Math.max(LEAST_CONTRAST, spread));
}

/** How much two patterns differ, as a share of their contrast. */
export const changeBetween = (a: Float32Array, b: Float32Array): number =>
  Math.sqrt(a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0) / a.length);
