import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { still } from '../../../../testing/face/stills.ts';
import { openVision } from '../open.ts';
import type { ClipLook } from '../vision.ts';
import { REGIONS } from './regions.ts';

const vision = openVision({ pack: 'accurate', data_dir: '.', workers: 1 });
afterAll(() => vision.close());

const PLAIN = still('franck_01829');
const small = sharp(PLAIN).resize({ width: 160 });
/** Eight pictures, each a little further to the right than the one before, and as bright as asked. */
const clip = (brightness: (i: number) => number, from = small) =>
  Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      from
        .clone()
        .extend({ left: i % 4, background: '#808080' })
        .linear([brightness(i), 1, 1], [0, 0, 0])
        .resize(160, 120, { fit: 'fill' })
        .jpeg({ quality: 80 })
        .toBuffer(),
    ),
  );
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

describe('looking at a clip of real pictures', () => {
  let dimmed: ClipLook;
  beforeAll(async () => {
    dimmed = await vision.lookAtClip(await clip((i) => (i < 4 ? 1 : 0.8)));
  });

  it('follows the face, and measures the light on the skin and behind the person', () => {
    const { pictures, facing } = dimmed;
    expect(pictures).toHaveLength(8);
    const names = Object.keys(REGIONS);
    expect(facing).toHaveLength(names.length);
    expect(facing[names.indexOf('forehead')]).toBeGreaterThan(facing[names.indexOf('side_left')]!);
    for (const { face, regions, background } of pictures!) {
      expect(face!.side).toBeGreaterThan(0.3);
      expect(face!.side).toBeLessThan(0.7);
      expect(regions).not.toContain(null);
      expect(background).not.toBeNull();
    }
    // 0.8 of an 8-bit value is about 0.6 of its light. Green stays as it was.
    const nose = names.indexOf('nose');
    const places = [(i: number) => pictures![i]!.regions[nose]!, (i: number) => pictures![i]!.background!];
    for (const lightAt of places) {
      expect(lightAt(6)[0] / lightAt(2)[0]).toBeCloseTo(0.8 ** 2.2, 1);
      expect(lightAt(6)[1] / lightAt(2)[1]).toBeCloseTo(1, 1);
    }
  });

  it('follows a head that moves to and fro from one picture to the next', async () => {
    const shaken = await Promise.all(
      Array.from({ length: 9 }, (_, i) =>
        small
          .clone()
          .extend({ left: i % 2 ? 12 : 0, right: i % 2 ? 0 : 12, background: '#808080' })
          .resize(160, 120, { fit: 'fill' })
          .jpeg({ quality: 80 })
          .toBuffer(),
      ),
    );
    const { pictures } = await vision.lookAtClip(shaken);
    const steps = pictures!.slice(1).map(({ face }, i) => Math.abs(face!.x - pictures![i]!.face!.x));
    for (const step of steps) expect(step).toBeGreaterThan((0.7 * 12) / 172);
  });

  it('says of no picture without a face what its neighbours show', async () => {
    const pictures = await clip(() => 1);
    pictures[5] = await sharp({ create: { width: 160, height: 120, channels: 3, background: '#808080' } })
      .jpeg()
      .toBuffer();
    const seen = (await vision.lookAtClip(pictures)).pictures!;
    expect(seen.map(({ face }) => face !== null)).toEqual(pictures.map((_, i) => i !== 5));
    expect(seen[5]).toMatchObject({ regions: [], background: null });
  });

  it('compares the person of the clip with the person of a photograph', async () => {
    const [seen] = await vision.look([PLAIN], { live: false });
    expect(dimmed.embeddings).toHaveLength(4);
    for (const embedding of dimmed.embeddings)
      expect(cosine(embedding, seen!.face!.embedding!)).toBeGreaterThan(0.5);
  });

  it('notes how much each picture differs from the one before, whatever its brightness', async () => {
    const calm = await clip((i) => (i % 2 === 0 ? 1 : 0.8));
    const changes = async (images: readonly Buffer[]) =>
      (await vision.lookAtClip(images)).pictures!.map(({ change }) => change);
    const before = await changes(calm);
    expect(before[0]).toBeNull();
    const mirrored = await sharp(calm[5]).flop().jpeg().toBuffer();
    const after = await changes(calm.with(5, mirrored));
    for (const i of [5, 6]) expect(after[i]).toBeGreaterThan(3 * Math.max(...before.slice(1).map(Number)));
    expect(after[3]).toBe(before[3]);
  });

  it('finds no face where there is none, and says that a picture cannot be read', async () => {
    const wall = await clip(
      () => 1,
      sharp({ create: { width: 160, height: 120, channels: 3, background: '#a09080' } }),
    );
    const { pictures, embeddings } = await vision.lookAtClip(wall);
    expect(pictures!.every(({ face, background }) => face === null && background === null)).toBe(true);
    expect(embeddings).toEqual([]);
    const broken = (await clip(() => 1)).with(7, Buffer.from('no picture'));
    expect(await vision.lookAtClip(broken)).toEqual({ pictures: null, facing: [], embeddings: [] });
  });
});
