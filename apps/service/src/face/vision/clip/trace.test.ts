import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { still } from '../../../../testing/face/stills.ts';
import type { Graph } from '../graph/network.ts';
import { around } from '../networks/mesh.ts';
import { openModels } from '../networks/models.ts';
import { locatePack } from '../packs/packs.ts';
import { decode } from '../picture/decode.ts';
import type { Pixels } from '../picture/pixels.ts';
import { traceClip } from './trace.ts';

const models = openModels(locatePack('accurate', tmpdir()));
const person = decode(still('franck_01829'), 160).then((decoded) => decoded!.pixels);
const wallLike = ({ width, height, data }: Pixels): Pixels => ({
  width,
  height,
  data: data.map(() => 128),
});

/** The picture with its columns moved to the right. Columns that leave on the right come back on the left. */
const shifted = ({ width, height, data }: Pixels, by: number): Pixels => ({
  width,
  height,
  data: data.map((_, i) => {
    const [row, x] = [Math.floor(i / (3 * width)), Math.floor((i % (3 * width)) / 3)];
    return data[3 * (row * width + ((x - by + width) % width)) + (i % 3)]!;
  }),
});

/** The answers of both networks by their input: many pictures of these clips are equal, and each takes its time. */
const answers = new Map<string, Promise<Float32Array[]>>();

/** Counts how often a network is asked. */
const counting = (graph: Graph) => {
  const counted = { runs: 0, graph: {} as Graph };
  counted.graph.run = async (input, ...more) => {
    counted.runs++;
    const key = `${more} ${createHash('sha256').update(input).digest('hex')}`;
    if (!answers.has(key)) answers.set(key, graph.run(input, ...more));
    return (await answers.get(key)!).map((values) => values.slice());
  };
  return counted;
};

async function traced(pictures: readonly Pixels[]) {
  const { detector, landmarks } = await models;
  const [sought, followed] = [counting(detector), counting(landmarks)];
  const both = { detector: sought.graph, landmarks: followed.graph };
  const places = await traceClip(both, pictures, [...pictures.keys()]);
  return { faces: [...places.values()].map(Boolean), searches: sought.runs, traces: followed.runs };
}

it('seeks a face once, and follows it from picture to picture', async () => {
  const picture = await person;
  expect(await traced(Array.from({ length: 10 }, () => picture))).toEqual({
    faces: Array(10).fill(true),
    searches: 1,
    // Two for the picture in which it was found.
    traces: 11,
  });
});

it('follows a head that moves to and fro from one picture to the next', async () => {
  const small = sharp(still('franck_01829')).resize({ width: 160 });
  const shaken = await Promise.all(
    Array.from({ length: 9 }, async (_, i) => {
      const to_side = small.clone().extend({
        left: i % 2 ? 12 : 0,
        right: i % 2 ? 0 : 12,
        background: '#808080',
      });
      const picture = await to_side.resize(160, 120, { fit: 'fill' }).jpeg({ quality: 80 }).toBuffer();
      return (await decode(picture, 160))!.pixels;
    }),
  );
  const places = await traceClip(await models, shaken, [...shaken.keys()]);
  const across = [...places.values()].map((points) => around(points!).x);
  // The pictures are 160 pixels wide, of 172.
  for (const [i, x] of across.slice(1).entries())
    expect(Math.abs(x - across[i]!)).toBeGreaterThan((0.7 * 12 * 160) / 172);
});

it('seeks 16 times at most, however often the face goes, and still finds it where it was', async () => {
  const picture = await person;
  const wall = wallLike(picture);
  const clip = Array.from({ length: 37 }, (_, i) => (i % 2 ? wall : picture));
  const { faces, searches, traces } = await traced(clip);
  expect(searches).toBe(16);
  expect(traces).toBeLessThanOrEqual(2 * 16 + 37);
  expect(faces).toEqual(clip.map((each) => each === picture));
  expect(await traced(Array.from({ length: 37 }, () => wall))).toMatchObject({ searches: 16, traces: 0 });
});

it('seeks a face that comes back elsewhere, and does not follow what lies at its old place', async () => {
  const picture = await person;
  const wall = wallLike(picture);
  const moved = shifted(picture, 60);
  const { faces, searches, traces } = await traced([picture, wall, moved, moved]);
  expect(faces).toEqual([true, false, true, true]);
  // One for the first face, one for the wall, and one for the face that came back.
  expect(searches).toBe(3);
  // Two for each face that a search found, and one for each picture in which a face was followed.
  expect(traces).toBe(2 + 1 + 2 + 1);
});
