import { cut, type Pixels, squareAt } from '../picture/pixels.ts';
import { type Models, prepare, shapeOf } from './models.ts';

/**
 * With a crop smaller than the face's box times this, the model lacks context and its answer is worthless.
 */
const LEAST_CROP = 1.5;

/**
 * The pack's passive liveness score of a face, 0 to 1. The crop is the box × `crop`, reduced and moved so
 * that it lies within the image, because black around a face looks like an attack to the model. null without
 * such a model, or where the face fills the image.
 */
export async function liveness(
  { manifest, passive }: Models,
  image: Pixels,
  box: { x: number; y: number; side: number },
): Promise<number | null> {
  if (!passive || !manifest.passive) return null;
  const { input, crop, live_class } = manifest.passive;
  const side = Math.min(box.side * crop, image.width, image.height);
  if (side < box.side * LEAST_CROP) return null;
  const within = (centre: number, length: number) => Math.min(Math.max(centre, side / 2), length - side / 2);
  const map = squareAt(within(box.x, image.width), within(box.y, image.height), side, input.size);
  const scores = await passive.run(prepare(cut(image, map, input.size), input), shapeOf(input));
  const most = Math.max(...scores);
  const powers = Array.from(scores, (score) => Math.exp(score - most));
  return powers[live_class]! / powers.reduce((sum, power) => sum + power, 0);
}
