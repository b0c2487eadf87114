import jsqr from 'jsqr';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { MOVING_ECC, QUIET_ZONE, qrPath } from './qr.tsx';

const CODE = '7K2M9QXV4TB8WZ3H';
/**
 * Up to 42 bytes is version 3 at level M: a host of up to 15 characters, `https://`, `/h#` and the code.
 */
const ADDRESSES = [
  `https://v.co/h#${CODE}`,
  `https://check.example/h#${CODE}`,
  `https://id.bank.example/h#${CODE}`.slice(0, 42),
];

/** As the page shows it: black on a white ground, on any page colour. */
const draw = async (text: string, side: number, around = '#000', ecc?: typeof MOVING_ECC): Promise<Sharp> => {
  const { path, size } = qrPath(text, ecc);
  const code = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${side}" ` +
      `height="${side}" shape-rendering="crispEdges">` +
      `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`,
  );
  const margin = Math.round(side / 4);
  return sharp(await sharp(code).png().toBuffer()).extend({
    top: margin,
    bottom: margin,
    left: margin,
    right: margin,
    background: around,
  });
};

const readCode = async (picture: Sharp): Promise<string | undefined> => {
  const { data, info } = await sharp(await picture.png().toBuffer())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return (jsqr as unknown as typeof jsqr.default)(new Uint8ClampedArray(data), info.width, info.height)?.data;
};

describe('QR code on the desktop', () => {
  test('has at most 29 modules a side for addresses of up to 42 bytes, and a quiet zone of four', () => {
    for (const address of ADDRESSES) {
      expect(address.length).toBeLessThanOrEqual(42);
      const { size, path } = qrPath(address);
      expect(size - 2 * QUIET_ZONE, address).toBeLessThanOrEqual(29);
      const inside = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
      expect(QUIET_ZONE).toBe(4);
      expect(Math.min(...inside)).toBe(4);
      expect(Math.max(...inside)).toBe(size - 5);
    }
    // One more byte needs the next version.
    expect(qrPath('x'.repeat(43)).size - 2 * QUIET_ZONE).toBe(33);
  });

  for (const around of ['#fff', '#0d1110']) {
    describe(`read by a camera on a page of ${around}`, () => {
      const address = ADDRESSES[2]!;
      test('reads 120 pixels a side', async () => {
        expect(await readCode(await draw(address, 120, around))).toBe(address);
      });
      test('reads 280 pixels, as shown, with a blur of three pixels', async () => {
        // A gaussian of sigma 1.5 has a width at half height of 3.5 pixels.
        expect(await readCode((await draw(address, 280, around)).blur(1.5))).toBe(address);
        expect(await readCode((await draw(address, 480, around)).blur(3))).toBe(address);
      });
      test('reads two fifths of the contrast', async () => {
        expect(await readCode((await draw(address, 280, around)).linear(0.4, 90))).toBe(address);
      });
      test('reads a turn of thirty degrees either way', async () => {
        for (const angle of [-30, -12, 12, 30])
          expect(
            await readCode((await draw(address, 280, around)).rotate(angle, { background: around })),
          ).toBe(address);
      });
      test('reads a little of all of these', async () => {
        const picture = (await draw(address, 280, around))
          .rotate(20, { background: around })
          .blur(0.9)
          .linear(0.55, 60)
          .jpeg({ quality: 60 });
        expect(await readCode(picture)).toBe(address);
      });
    });
  }
});

describe('moving code', () => {
  const CODES = ['00000000', 'ZZZZZZZZ', '7K2M9QXV', '8DS52SXN', '12345678'];

  test('has 21 modules a side for every text, so that nothing jumps when it changes', () => {
    for (const code of CODES) expect(qrPath(code, MOVING_ECC).size).toBe(21 + 2 * QUIET_ZONE);
  });

  test('reads at a third of the searched picture, out of focus, with a fifth of a side covered', async () => {
    for (const code of CODES) {
      expect(await readCode(await draw(code, 134, '#0d1110', MOVING_ECC)), code).toBe(code);
      const large = await draw(code, 280, '#fff', MOVING_ECC);
      expect(await readCode(sharp(await large.png().toBuffer()).blur(3)), code).toBe(code);
      const hand = { width: 40, height: 40, channels: 3 as const, background: '#a87' };
      const covered = sharp(await large.png().toBuffer()).composite([
        { input: await sharp({ create: hand }).png().toBuffer(), left: 250, top: 250 },
      ]);
      expect(await readCode(covered), code).toBe(code);
    }
  });
});
