import { afterAll, describe, expect, it } from 'vitest';
import { LONG, tries } from '../../../../../testing/counts.ts';
import { still } from '../../../testing/face/stills.ts';
import { openVision } from './open.ts';
import { VisionBusy } from './vision.ts';

const IMAGE = still('franck_01829');
/** In `npm run test:long`, the limit of the service itself. */
const LIMIT = tries(48, 8);
const images_per_worker = LONG ? undefined : LIMIT;
const vision = openVision({ pack: 'accurate', data_dir: '.', workers: 1, images_per_worker });
afterAll(() => vision.close());
const all = (length: number) => Array.from({ length }, () => IMAGE);

describe('models in worker threads', () => {
  it('answer in the order of the images, also when some are not pictures', async () => {
    const looks = await vision.look([IMAGE, Buffer.from('no image'), still('joconde'), still('ironman')]);
    expect(looks.map(({ width }) => width)).toEqual([720, 0, 743, 600]);
    expect(looks.map(({ faces }) => faces)).toEqual([1, 0, 1, 0]);
  });

  it('refuse images that would wait too long, with a time to retry, and finish the others', async () => {
    const taken = vision.look(all(LIMIT - 5), { embedding: false, live: false });
    expect(vision.hasRoom(5)).toBe(true);
    expect(vision.hasRoom(6)).toBe(false);
    const refused = await vision.look(all(6)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(VisionBusy);
    expect((refused as VisionBusy).retry_after_s).toBeGreaterThanOrEqual(1);
    expect((await taken).every(({ faces }) => faces === 1)).toBe(true);
    expect(vision.hasRoom(LIMIT)).toBe(true);
  }, 60_000);

  /** A short form of `npm run bench -- --only vision`, which takes 10,000 images. */
  it('hold no more memory after three times as many images', async () => {
    const more = LONG ? [still('audrey'), still('cage')] : [];
    const mixed = [IMAGE, still('ironman'), Buffer.from('no image'), ...more];
    const [every, at_once] = [100, tries(20, 3)];
    const some = async (images: number) => {
      for (let done = 0; done < images; done += at_once) {
        const whole = done % every === 0;
        const few = Array.from({ length: at_once }, (_, i) => mixed[i % mixed.length]!);
        await vision.look(few, { embedding: whole, live: whole });
      }
      return { tensors: vision.tensors, rss: process.memoryUsage.rss() };
    };
    const early = await some(tries(100, 3));
    const late = await some(tries(200, 6));
    expect(late.tensors).toBe(early.tensors);
    if (!LONG) return;
    // What leaks grows with each hundred. What the collector has not freed yet, or what a pool takes once, does
    // not: one of the two later steps stays within 20 MB, which is 0.1 MB for an image.
    const last = await some(200);
    expect(last.tensors).toBe(early.tensors);
    expect(Math.min(late.rss - early.rss, last.rss - late.rss)).toBeLessThan(20e6);
  }, 300_000);
});
