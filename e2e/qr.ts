import jsqr from 'jsqr';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';

/** Reads a QR code from the pixels of the screen, as a phone's camera would, and not from the page. */
export const readQr = async (shown: Locator): Promise<string> => {
  const picture = sharp(await shown.screenshot()).ensureAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const read = (jsqr as unknown as typeof jsqr.default)(new Uint8ClampedArray(data), info.width, info.height);
  if (!read) throw new Error('No QR code can be read on the screen.');
  return read.data;
};
