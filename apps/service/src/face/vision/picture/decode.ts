import sharp from 'sharp';
import type { Pixels } from './pixels.ts';

const LIMIT_PIXELS = 16_000_000;

/** One image at a time on one thread: the number of workers decides how many cores are used. */
sharp.concurrency(1);
sharp.cache(false);

export interface Decoded {
  /** Size of the image as sent, upright. */
  width: number;
  height: number;
  /** Upright sRGB, with a longer side of at most what was asked for. */
  pixels: Pixels;
}

/** Recognises JPEG, WebP or PNG by their first bytes, so that no other decoder is ever reached. */
function isKnown(image: Buffer): boolean {
  const head = image.toString('latin1', 0, 12);
  return (
    /^\xff\xd8\xff/.test(head) ||
    (head.startsWith('RIFF') && head.endsWith('WEBP')) ||
    head.startsWith('\x89PNG\r\n\x1a\n')
  );
}

/**
 * Decodes the first frame, upright, in sRGB. null where the image cannot be read (not a known format, cut
 * off, damaged, or more than 16 megapixels), which is the image's fault and never an outage.
 */
export async function decode(image: Buffer, longest_side: number): Promise<Decoded | null> {
  if (!isKnown(image)) return null;
  try {
    const picture = sharp(image, { limitInputPixels: LIMIT_PIXELS, failOn: 'truncated', pages: 1 });
    const { autoOrient } = await picture.metadata();
    const { data, info } = await picture
      .autoOrient()
      .toColourspace('srgb')
      .flatten({ background: '#000' })
      .resize({
        width: longest_side,
        height: longest_side,
        fit: 'inside',
        withoutEnlargement: true,
        kernel: 'linear',
      })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) return null;
    return {
      width: autoOrient.width,
      height: autoOrient.height,
      pixels: { data, width: info.width, height: info.height },
    };
  } catch {
    return null;
  }
}
