import sharp from 'sharp';
import { SAME_PERSON, still } from '../../apps/service/testing/face/stills.ts';

const NAMES = [...SAME_PERSON, 'audrey', 'SeanConnery', 'joconde'];

/** Every peer gets the same pictures: 1280 pixels on the longer side, JPEG as a camera makes it. */
export const frames = (): Promise<Buffer[]> =>
  Promise.all(
    NAMES.map((name) =>
      sharp(still(name))
        .resize({ width: 1280, height: 1280, fit: 'inside' })
        .jpeg({ quality: 88 })
        .toBuffer(),
    ),
  );

/** One pass over every picture. */
export interface Pass {
  /** Milliseconds for each picture, one after the other. */
  ms: number[];
  /** CPU time of the process with all its threads, in milliseconds per picture. */
  cpu_ms: number;
  rss_mb: number;
  faces: number;
}

/**
 * Answers each message with one pass. Sends the first `ready` after a warm-up, and exits with its parent.
 */
export async function serve(analyse: (jpeg: Buffer) => Promise<number>): Promise<void> {
  const all = await frames();
  for (const frame of all) await analyse(frame);
  process.on('message', async () => {
    const ms: number[] = [];
    let faces = 0;
    const before = process.cpuUsage();
    for (const frame of all) {
      const began = performance.now();
      faces += await analyse(frame);
      ms.push(performance.now() - began);
    }
    const { user, system } = process.cpuUsage(before);
    const rss_mb = process.memoryUsage.rss() / 1e6;
    process.send!({ ms, cpu_ms: (user + system) / 1_000 / all.length, rss_mb, faces } satisfies Pass);
  });
  process.once('disconnect', () => process.exit(0));
  process.send!('ready');
}

/** Pixels as both peers need them: RGB, from the same decoder. */
export async function pixelsOf(jpeg: Buffer): Promise<{ data: Buffer; shape: [number, number, number] }> {
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, shape: [info.height, info.width, 3] };
}
