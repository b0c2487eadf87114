import { align } from '../picture/alignment.ts';
import { cut, type Pixels } from '../picture/pixels.ts';
import type { Point } from './mesh.ts';
import { type Models, prepare, shapeOf } from './models.ts';

/**
 * The face as a unit vector of the pack's matcher; null where the matcher answers with zeros or NaN, which
 * mean nothing.
 */
export async function embed(
  { manifest, matcher }: Models,
  image: Pixels,
  points: readonly Point[],
): Promise<Float32Array | null> {
  const { input, alignment, mirrored } = manifest.match;
  const chip = cut(image, align(points, alignment), input.size);
  const sum = await matcher.run(prepare(chip, input), shapeOf(input));
  if (mirrored) {
    const other = await matcher.run(prepare(mirror(chip, input.size), input), shapeOf(input));
    for (let i = 0; i < sum.length; i++) sum[i] = sum[i]! + other[i]!;
  }
  const length = Math.hypot(...sum);
  return Number.isFinite(length) && length > 0 ? sum.map((value) => value / length) : null;
}

function mirror(rgb: Float32Array, side: number): Float32Array {
  const out = new Float32Array(rgb.length);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      for (let k = 0; k < 3; k++) out[(y * side + x) * 3 + k] = rgb[(y * side + side - 1 - x) * 3 + k]!;
  return out;
}
