import sharp from 'sharp';
import { around, type Point } from '../../../apps/service/src/face/vision/networks/mesh.ts';
import { fill, OVAL } from './mesh-warp.ts';
import type { Raster } from './raster.ts';
import { type Triangle, triangulate } from './triangles.ts';

/** A photograph of a face with its landmarks. */
export interface Face {
  image: Raster;
  points: readonly Point[];
}

/** How far the edge of the pasted face fades, as a share of its side. */
const FADE = 0.04;

/**
 * Lays the victim's face over the driver's, triangle by triangle, with the driver's colours and a soft edge.
 * `triangles`: of the victim's landmarks.
 */
export async function swapped(driver: Face, victim: Face, triangles: readonly Triangle[]): Promise<Raster> {
  const { image, points } = driver;
  const { width, height } = image;
  const pasted: Raster = { ...image, data: Uint8Array.from(image.data) };
  const mask: Raster = { width, height, data: new Uint8Array(image.data.length) };
  const white: Raster = { width: 2, height: 2, data: new Uint8Array(12).fill(255) };
  for (const corners of triangles) {
    const to = corners.map((corner) => points[corner]!);
    fill(
      pasted,
      victim.image,
      to,
      corners.map((corner) => victim.points[corner]!),
    );
    // Away from the outline, where the face has to be whole.
    if (corners.every((corner) => !OVAL.includes(corner)))
      fill(
        mask,
        white,
        to,
        corners.map(() => [0, 0, 0]),
      );
  }
  const share = await sharp(mask.data, { raw: { width, height, channels: 3 } })
    .blur(Math.max(0.5, FADE * around(points).side))
    .raw()
    .toBuffer();
  const [from, like] = [meansOf(pasted, mask), meansOf(image, mask)];
  const data = Uint8Array.from(image.data, (own, at) => {
    const channel = at % 3;
    const laid = Math.min(255, pasted.data[at]! * (like[channel]! / Math.max(1, from[channel]!)));
    return Math.round(own + (share[at]! / 255) * (laid - own));
  });
  return { ...image, data };
}

export const meshOf = ({ points }: Face): Triangle[] => triangulate(points.map(([x, y]) => [x, y] as const));

function meansOf({ data }: Raster, mask: Raster): number[] {
  const sums = [0, 0, 0];
  let n = 0;
  for (let at = 0; at < data.length; at += 3) {
    if (mask.data[at] === 0) continue;
    n++;
    for (let k = 0; k < 3; k++) sums[k]! += data[at + k]!;
  }
  return sums.map((sum) => sum / Math.max(1, n));
}
