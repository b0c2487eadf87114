import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG, oneIn, sample, tries } from '../../../../../testing/counts.ts';
import { chance, normal } from '../../../testing/face/random-faces.ts';
import { OTHERS, SAME_PERSON, still } from '../../../testing/face/stills.ts';
import { QUALITY } from '../decision/checks/quality.ts';
import { type OpenVision, openVision } from './open.ts';
import { SHIPPED } from './packs/packs.ts';
import type { FaceLook, Look } from './vision.ts';

const open: Record<string, OpenVision> = {};
const vision = (pack = 'accurate') => (open[pack] ??= openVision({ pack, data_dir: '.', workers: 1 }));
afterAll(() => Promise.all(Object.values(open).map((each) => each.close())));

const look = async (image: Buffer, pack?: string): Promise<Look> => (await vision(pack).look([image]))[0]!;
/** A look without the models that compare the face and judge whether it is alive. */
const glance = async (image: Buffer): Promise<Look> =>
  (await vision().look([image], { embedding: false, live: false }))[0]!;
const measure = async (image: Buffer): Promise<FaceLook> => (await glance(image)).face!;
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
const jpeg = (picture: Sharp) => picture.jpeg({ quality: 92 }).toBuffer();
const PLAIN = still('franck_01829');

/** What was seen in the photographs that several tests compare with. Each of them is looked at once. */
const seen = new Map<string, Promise<Look>>();
function glanceAt(name: string): Promise<Look> {
  if (!seen.has(name)) seen.set(name, glance(still(name)));
  return seen.get(name)!;
}
const faceOf = async (name: string): Promise<FaceLook> => (await glanceAt(name)).face!;
let whole: Look;
let plain: FaceLook;
beforeAll(async () => {
  whole = await look(PLAIN);
  plain = whole.face!;
  seen.set('franck_01829', Promise.resolve(whole));
});

describe('looking at a photograph', () => {
  it('describes the one face in it', async () => {
    const seen = whole;
    expect(seen).toMatchObject({ width: 720, height: 576, faces: 1 });
    const face = seen.face!;
    expect(face).toMatchObject({ cut_off: false, covered: 0 });
    expect(face.confidence).toBeGreaterThan(0.8);
    expect(face.size).toBeGreaterThan(0.5);
    expect(face.size).toBeLessThan(0.65);
    expect(face.size_px).toBeCloseTo(face.size * 576, 3);
    expect(Math.abs(face.pose.yaw) + Math.abs(face.pose.pitch)).toBeLessThan(10);
    expect(face.live).toBeGreaterThan(0.9);
    expect(face.embedding).toHaveLength(512);
    expect(Math.hypot(...face.embedding!)).toBeCloseTo(1, 4);
    expect(Buffer.from(seen.thumbnail, 'base64')).toHaveLength(1024);
    expect(await look(PLAIN)).toEqual(seen);
  });

  it('leaves out the liveness and the embedding when they are not asked for', async () => {
    expect((await glance(PLAIN)).face).toMatchObject({ embedding: null, live: null });
  });

  it.each(SHIPPED.filter((pack) => LONG || pack === 'accurate'))(
    'tells one person from others by the thresholds of the pack: %s',
    async (pack) => {
      const { points } = vision(pack).pack.match[0]!;
      const threshold = (fmr: number) => points.find((point) => point.fmr === fmr)!.threshold;
      const same_person = SAME_PERSON.slice(0, tries(5, 3));
      const names = [...same_person, ...OTHERS.slice(0, tries(5, 4))];
      const looks = await vision(pack).look(names.map(still), { live: false });
      if (pack === 'accurate')
        for (const [i, name] of names.entries()) seen.set(name, Promise.resolve(looks[i]!));
      const embeddings = looks.map(({ face }) => face!.embedding!);
      for (const [i, a] of embeddings.entries())
        for (const [j, b] of embeddings.entries()) {
          if (i >= j) continue;
          const same = j < same_person.length;
          const score = cosine(a, b);
          const say = `${names[i]} and ${names[j]}`;
          if (same) expect(score, say).toBeGreaterThan(threshold(0.0001));
          else expect(score, say).toBeLessThan(threshold(0.005));
        }
    },
  );

  it('finds one face, and recognises the person, when the face fills the picture', async () => {
    const { box } = plain;
    const tight = {
      left: Math.round(box.x * 720),
      top: Math.round(box.y * 576),
      width: Math.round(box.width * 720),
      height: Math.round(box.height * 576),
    };
    const seen = await look(await jpeg(sharp(PLAIN).extract(tight)));
    expect(seen.faces).toBe(1);
    expect(seen.face!.live).toBeNull();
    expect(cosine(seen.face!.embedding!, whole.face!.embedding!)).toBeGreaterThan(0.8);
  });

  it('counts several faces and describes the largest', async () => {
    const other = await sharp(still('audrey')).resize(300).toBuffer();
    const both = await jpeg(
      sharp({ create: { width: 1100, height: 600, channels: 3, background: '#777' } }).composite([
        { input: PLAIN, left: 0, top: 0 },
        { input: other, left: 760, top: 100 },
      ]),
    );
    const seen = await look(both);
    expect(seen.faces).toBe(2);
    expect(cosine(seen.face!.embedding!, whole.face!.embedding!)).toBeGreaterThan(0.9);
  });

  it('finds no face in a wall, one pixel, one row of pixels or an iron mask', async () => {
    const flat = (width: number, height: number) =>
      jpeg(sharp({ create: { width, height, channels: 3, background: '#8a7' } }));
    for (const [width, height] of [
      [640, 480],
      [1, 1],
      [3_000, 1],
    ] as const)
      expect(await glance(await flat(width, height))).toMatchObject({ width, height, faces: 0, face: null });
    expect(await glance(still('ironman'))).toMatchObject({ faces: 0, face: null });
  });

  const UNUSUAL = {
    CMYK: () => jpeg(sharp(PLAIN).toColourspace('cmyk')),
    grey: () => jpeg(sharp(PLAIN).greyscale()),
    'WebP with transparency': () => sharp(PLAIN).ensureAlpha(0.99).webp({ quality: 92 }).toBuffer(),
    '16 bits a channel': () => sharp(PLAIN).toColourspace('rgb16').png().toBuffer(),
    'a progressive JPEG': () => sharp(PLAIN).jpeg({ progressive: true, quality: 92 }).toBuffer(),
  };
  // The others have the same pixels as the ordinary picture: `picture/decode.test.ts`.
  it.each(sample(UNUSUAL, 'CMYK', 'grey'))('recognises the person in %s', async (_what, make) => {
    const [other] = await vision().look([await make()], { live: false });
    expect(other).toMatchObject({ width: 720, height: 576, faces: 1 });
    expect(cosine(whole.face!.embedding!, other!.face!.embedding!)).toBeGreaterThan(0.8);
    expect(Math.abs(plain.centre.x - other!.face!.centre.x)).toBeLessThan(0.02);
  });

  it('gives similar prints to one picture and different prints to two', async () => {
    const distance = (a: Look, b: Look) =>
      (BigInt(`0x${a.print}`) ^ BigInt(`0x${b.print}`)).toString(2).replaceAll('0', '').length;
    const again = await glance(await sharp(PLAIN).resize(500).jpeg({ quality: 60 }).toBuffer());
    const other = await glanceAt('audrey');
    expect(distance(whole, again)).toBeLessThanOrEqual(8);
    expect(distance(whole, other)).toBeGreaterThan(60);
  });
});

describe('measured values', () => {
  it('sharpness falls with blur', async () => {
    const values = [plain.sharpness];
    for (const sigma of oneIn(2, [1, 2, 4, 8], 1))
      values.push((await measure(await jpeg(sharp(PLAIN).blur(sigma)))).sharpness);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(values.at(-1)).toBeLessThan(values[0]! / 10);
  });

  it('grain follows the noise of the sensor, and neither darkness nor detail', async () => {
    const { data, info } = await sharp(PLAIN).raw().toBuffer({ resolveWithObject: true });
    const { channels, width, height } = info;
    const draw = chance(1);
    // A prime number of values, so that no line of the picture repeats the one before.
    const noise = Float32Array.from({ length: 65_537 }, () => normal(draw));
    const noisy = (sigma: number, gain: number) => {
      const values = new Uint8ClampedArray(data.length);
      for (let i = 0; i < data.length; i++) values[i] = gain * data[i]! + sigma * noise[i % noise.length]!;
      return jpeg(sharp(values, { raw: { width, height, channels } }));
    };
    const grain = async (sigma: number, gain: number) => (await measure(await noisy(sigma, gain))).grain;
    expect(plain.grain).toBeLessThan(QUALITY.grain);
    for (const clean of [sharp(PLAIN).linear(0.45, 0), sharp(PLAIN).sharpen({ sigma: 1 })])
      expect((await measure(await jpeg(clean))).grain).toBeLessThan(QUALITY.grain);
    const some = await grain(7, 0.45);
    expect(some).toBeGreaterThan(QUALITY.grain);
    expect(await grain(14, 0.45)).toBeGreaterThan(1.5 * some);
  });

  it('light follows the exposure, and pixels without detail are counted', async () => {
    const [dark, bright] = [
      await measure(await jpeg(sharp(PLAIN).linear(0.15, 0))),
      await measure(await jpeg(sharp(PLAIN).linear(2.2, 60))),
    ];
    expect(dark.light.face).toBeLessThan(0.15);
    expect(plain.light.face).toBeGreaterThan(0.4);
    expect(bright.light.face).toBeGreaterThan(0.9);
    expect(plain.light.clipped).toBeLessThan(0.05);
    expect(bright.light.clipped).toBeGreaterThan(0.5);
    expect(dark.light.contrast).toBeLessThan(plain.light.contrast);
  });

  it('the light of the surroundings follows the room alone', async () => {
    const { box } = plain;
    const [left, top] = [Math.round(box.x * 720) - 20, Math.round(box.y * 576) - 30];
    const face = await sharp(PLAIN)
      .extract({
        left,
        top,
        width: Math.round(box.width * 720) + 40,
        height: Math.round(box.height * 576) + 50,
      })
      .toBuffer();
    const lit = await measure(
      await jpeg(
        sharp({ create: { width: 720, height: 576, channels: 3, background: '#fff' } }).composite([
          { input: face, left, top },
        ]),
      ),
    );
    expect(lit.light.around).toBeGreaterThan(plain.light.around + 0.2);
    expect(Math.abs(lit.light.face - plain.light.face)).toBeLessThan(0.1);
  });

  it('colour follows a coloured light', async () => {
    const red = await measure(
      await jpeg(
        sharp(PLAIN).recomb([
          [1.3, 0, 0],
          [0, 0.8, 0],
          [0, 0, 0.8],
        ]),
      ),
    );
    const blue = await measure(
      await jpeg(
        sharp(PLAIN).recomb([
          [0.8, 0, 0],
          [0, 0.8, 0],
          [0, 0, 1.4],
        ]),
      ),
    );
    const share = ({ colour: { face } }: FaceLook, k: number) => face[k]! / (face[0] + face[1] + face[2]);
    expect(share(red, 0)).toBeGreaterThan(share(plain, 0) + 0.1);
    expect(share(blue, 2)).toBeGreaterThan(share(plain, 2) + 0.08);
  });

  it.each(oneIn(2, [-20, -10, 10, 20]))('roll follows a tilt of %i degrees', async (angle) => {
    const tilted = await measure(await jpeg(sharp(PLAIN).rotate(angle)));
    expect(tilted.pose.roll - plain.pose.roll).toBeGreaterThan(angle - 4);
    expect(tilted.pose.roll - plain.pose.roll).toBeLessThan(angle + 4);
    expect(Math.abs(tilted.pose.yaw - plain.pose.yaw)).toBeLessThan(8);
  });

  it('yaw, roll and eyes change sides in a mirrored picture, pitch and size do not', async () => {
    for (const name of ['franck_04000', 'franck_02683']) {
      const plain = await faceOf(name);
      const mirrored = await measure(await jpeg(sharp(still(name)).flop()));
      expect(Math.abs(plain.pose.yaw)).toBeGreaterThan(8);
      expect(Math.abs(plain.pose.yaw + mirrored.pose.yaw)).toBeLessThan(8);
      expect(Math.abs(plain.pose.roll + mirrored.pose.roll)).toBeLessThan(4);
      expect(Math.abs(plain.pose.pitch - mirrored.pose.pitch)).toBeLessThan(6);
      expect(mirrored.size / plain.size).toBeCloseTo(1, 1);
      expect(mirrored.eyes.left).toBeCloseTo(plain.eyes.right, 1);
    }
  });

  it('a head that looks down has less pitch than one that does not', async () => {
    const [level, down] = [await faceOf('franck_04117'), await faceOf('franck_03979')];
    expect(level.pose.pitch - down.pose.pitch).toBeGreaterThan(10);
  });

  it('a smile widens the mouth and lifts its corners, an open mouth opens', async () => {
    const [smile, mouth] = [await faceOf('franck_02159'), await faceOf('franck_04117')];
    expect(smile.mouth.width).toBeGreaterThan(plain.mouth.width + 0.08);
    expect(smile.mouth.lift).toBeGreaterThan(plain.mouth.lift + 0.03);
    expect(mouth.mouth.open).toBeGreaterThan(plain.mouth.open + 0.1);
  });

  it('narrowed eyes are narrower', async () => {
    const [wide, narrow] = [await faceOf('franck_02045'), await faceOf('franck_02888')];
    expect(narrow.eyes.left).toBeLessThan(wide.eyes.left - 0.08);
    expect(narrow.eyes.right).toBeLessThan(wide.eyes.right - 0.08);
  });

  it('size in pixels follows the size of the picture, relative size does not', async () => {
    const half = await measure(await jpeg(sharp(PLAIN).resize(360)));
    const double = await measure(await jpeg(sharp(PLAIN).resize(1440)));
    expect(half.size / plain.size).toBeCloseTo(1, 1);
    expect(half.size_px / plain.size_px).toBeCloseTo(0.5, 1);
    expect(double.size / plain.size).toBeCloseTo(1, 1);
    expect(double.size_px / plain.size_px).toBeCloseTo(2, 1);
  });

  it('centre and box follow the face, and a face at the edge is cut off', async () => {
    const { box, centre } = plain;
    const middle = Math.round((box.x + box.width / 2) * 720);
    const shifted = await measure(
      await jpeg(sharp(PLAIN).extract({ left: 80, top: 0, width: 640, height: 576 })),
    );
    expect(shifted.centre.x).toBeCloseTo((centre.x * 720 - 80) / 640, 1);
    expect(shifted.cut_off).toBe(false);
    const edge = await measure(
      await jpeg(sharp(PLAIN).extract({ left: middle - 60, top: 0, width: 720 - middle + 60, height: 576 })),
    );
    expect(edge.cut_off).toBe(true);
  });

  it('a skin-coloured patch over the mouth raises `covered`', async () => {
    const names = oneIn(2, [...SAME_PERSON, 'franck_02888', 'franck_03909']);
    const values = { free: 0, hidden: 0 };
    for (const name of names) {
      const image = still(name);
      const { box, centre, covered } = await faceOf(name);
      values.free += covered / names.length;
      const [width, height] = [Math.round(box.width * 450), Math.round(box.height * 160)];
      const patch = await sharp({ create: { width, height, channels: 3, background: '#b08070' } })
        .png()
        .toBuffer();
      const left = Math.round(centre.x * 720 - width / 2);
      const top = Math.round((box.y + 0.74 * box.height) * 576 - height / 2);
      const hidden = await glance(await jpeg(sharp(image).composite([{ input: patch, left, top }])));
      values.hidden += (hidden.face?.covered ?? 1) / names.length;
    }
    // The sign is weak, so many pictures are counted together: see covered.ts.
    expect(values.free).toBeLessThan(0.05);
    expect(values.hidden).toBeGreaterThan(0.2);
  });
});
