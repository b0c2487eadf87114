import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { still } from '../../../../testing/face/stills.ts';
import { decode } from './decode.ts';
import { lumaOf, type Pixels } from './pixels.ts';

/** What the models get. What they see in it: `look.test.ts`. */

const PLAIN = still('franck_01829');
/** The longer side of what is sought for faces. */
const SIDE = 640;
const flat = (width: number, height: number, background = '#000') =>
  sharp({ create: { width, height, channels: 3, background } });

/** A PNG that is this large according to its header alone. */
function claims(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000802000000', 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return Buffer.concat([head, Buffer.alloc(64)]);
}

describe('images that cannot be used', () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['nothing', () => Buffer.alloc(0)],
    ['one byte', () => Buffer.from([0xff])],
    ['noise', () => Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7_919) & 255))],
    ['a JPEG that ends in its header', () => PLAIN.subarray(0, 200)],
    ['a JPEG cut in half', () => PLAIN.subarray(0, PLAIN.length / 2)],
    [
      'a JPEG with noise inside its header',
      () => {
        const broken = Buffer.from(PLAIN);
        for (let i = 20; i < 400; i++) broken[i] = (i * 31) & 255;
        return broken;
      },
    ],
    ['a GIF', () => flat(64, 64).gif().toBuffer()],
    ['a TIFF', () => flat(64, 64).tiff().toBuffer()],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['an SVG behind the first bytes of a JPEG', () => Buffer.from('\xff\xd8\xff<svg/>', 'latin1')],
    ['a little more than 16 megapixels', () => flat(4_001, 4_000).jpeg().toBuffer()],
    ['a header that claims 60,000 × 60,000 pixels', () => claims(60_000, 60_000)],
  ])('are unreadable, and the next one is read: %s', async (_what, make) => {
    expect(await decode(await make(), SIDE)).toBeNull();
    expect(await decode(PLAIN, SIDE)).toMatchObject({ width: 720, height: 576 });
  });

  it('are refused at next to no cost when they are too large', async () => {
    /** Milliseconds of processor time: by the clock, a busy machine made a refusal last as long as a reading. */
    const cheapest = async (image: Buffer, reads: boolean) => {
      const times: number[] = [];
      for (let i = 0; i < 4; i++) {
        const before = process.cpuUsage();
        expect((await decode(image, SIDE)) !== null).toBe(reads);
        const { user, system } = process.cpuUsage(before);
        times.push((user + system) / 1_000);
      }
      return Math.min(...times);
    };
    // An ordinary picture of 12 megapixels is the peer: both share the same busy machine.
    const ordinary = await flat(4_000, 3_000).jpeg().toBuffer();
    expect(await cheapest(claims(60_000, 60_000), false)).toBeLessThan((await cheapest(ordinary, true)) / 3);
  });

  it.each<[string, () => Promise<Buffer>, [number, number]]>([
    ['one pixel', () => flat(1, 1).jpeg().toBuffer(), [1, 1]],
    ['one row', () => flat(3_000, 1, '#fff').jpeg().toBuffer(), [3_000, 1]],
    ['all black', () => flat(640, 480).jpeg().toBuffer(), [640, 480]],
    ['all white', () => flat(640, 480, '#fff').webp().toBuffer(), [640, 480]],
  ])('are read where there is nothing in them: %s', async (_what, make, [width, height]) => {
    const scale = Math.min(1, SIDE / width);
    expect(await decode(await make(), SIDE)).toMatchObject({
      width,
      height,
      pixels: { width: scale * width, height: Math.max(1, scale * height) },
    });
  });
});

describe('images that are unusual', () => {
  let pixels: Pixels;
  beforeAll(async () => {
    ({ pixels } = (await decode(PLAIN, SIDE))!);
  });

  /** How far the brightness of a pixel is from that of the ordinary picture, of 255, on average. */
  async function differenceOf(image: Buffer): Promise<number> {
    const other = (await decode(image, SIDE))!;
    expect(other).toMatchObject({ width: 720, height: 576 });
    const { width, height } = pixels;
    expect(other.pixels).toMatchObject({ width, height });
    const [a, b] = [lumaOf(pixels.data), lumaOf(other.pixels.data)];
    return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length;
  }

  it.each<[string, number, () => Promise<Buffer>]>([
    // Neither has all colours of the ordinary picture: `look.test.ts` recognises the person in both.
    ['CMYK', 10, () => sharp(PLAIN).toColourspace('cmyk').jpeg({ quality: 92 }).toBuffer()],
    ['grey', 10, () => sharp(PLAIN).greyscale().jpeg({ quality: 92 }).toBuffer()],
    ['with transparency', 3, () => sharp(PLAIN).ensureAlpha(0.99).webp({ quality: 92 }).toBuffer()],
    ['16 bits a channel', 1, () => sharp(PLAIN).toColourspace('rgb16').png().toBuffer()],
    ['progressive', 1, () => sharp(PLAIN).jpeg({ progressive: true, quality: 92 }).toBuffer()],
  ])('show the same picture: %s', async (_what, most, make) => {
    expect(await differenceOf(await make())).toBeLessThan(most);
  });

  it('control: another picture of the same person, and a mirrored one, differ by more', async () => {
    const mirrored = await sharp(PLAIN).flop().jpeg().toBuffer();
    for (const image of [still('franck_02045'), mirrored])
      expect(await differenceOf(image)).toBeGreaterThan(10);
  });

  it.each([
    [3, 180],
    [6, 270],
    [8, 90],
  ])('stand upright by their EXIF orientation: %i', async (orientation, turn) => {
    const lying = await sharp(await sharp(PLAIN).rotate(turn).toBuffer())
      .withMetadata({ orientation })
      .jpeg({ quality: 92 })
      .toBuffer();
    expect(await differenceOf(lying)).toBeLessThan(1);
  });

  it('show the first frame of an animation', async () => {
    const frames = [PLAIN, await flat(720, 576, '#0a0').png().toBuffer()];
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ quality: 90 })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    expect(await differenceOf(animated)).toBeLessThan(3);
  });
});
