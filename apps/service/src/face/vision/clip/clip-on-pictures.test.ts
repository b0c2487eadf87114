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
  /** The brightness changes from most pictures to the next. */
  let dimmed: ClipLook;
  /** The same, but that the second picture shows no face, and the sixth is mirrored. */
  let changed: ClipLook;
  beforeAll(async () => {
    const pictures = await clip((i) => (i % 2 === 1 || i === 6 ? 0.8 : 1));
    dimmed = await vision.lookAtClip(pictures);
    const grey = sharp({ create: { width: 160, height: 120, channels: 3, background: '#808080' } }).jpeg();
    const mirrored = sharp(pictures[5]).flop().jpeg();
    changed = await vision.lookAtClip(
      pictures.with(1, await grey.toBuffer()).with(5, await mirrored.toBuffer()),
    );
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

  it('says of no picture without a face what its neighbours show', () => {
    const seen = changed.pictures!;
    expect(seen.map(({ face }) => face !== null)).toEqual(seen.map((_, i) => i !== 1));
    expect(seen[1]).toMatchObject({ regions: [], background: null });
  });

  it('compares the person of the clip with the person of a photograph', async () => {
    const [seen] = await vision.look([PLAIN], { live: false });
    expect(dimmed.embeddings).toHaveLength(4);
    for (const embedding of dimmed.embeddings)
      expect(cosine(embedding, seen!.face!.embedding!)).toBeGreaterThan(0.5);
  });

  it('notes how much each picture differs from the one before, whatever its brightness', () => {
    const [before, after] = [dimmed, changed].map((clip) => clip.pictures!.map(({ change }) => change));
    expect(before![0]).toBeNull();
    for (const i of [5, 6]) expect(after![i]).toBeGreaterThan(3 * Math.max(...before!.slice(1).map(Number)));
    expect(after![3]).toBe(before![3]);
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
