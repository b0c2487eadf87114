import { expect, test } from 'vitest';
import type { Planes } from '../guidance/picture.ts';
import { shrink } from './shrink.ts';

const SIZE = { width: 8, height: 4 };
const STRIDE = 10;

/** A grey picture with longer lines in memory than its own, in which some pixels and colours differ. */
function grey(format: Planes['format'], change: (set: Record<'y' | 'u' | 'v', Setter>) => void): Planes {
  const bytes = new Uint8Array(200).fill(99);
  const [u, v] = [STRIDE * SIZE.height, STRIDE * SIZE.height + 50];
  const packed = format === 'NV12';
  const setter =
    (offset: number, apart: number): Setter =>
    (column, row, value) => {
      bytes[offset + row * STRIDE + column * apart] = value;
    };
  const set = {
    y: setter(0, 1),
    u: setter(u, packed ? 2 : 1),
    v: packed ? setter(u + 1, 2) : setter(v, 1),
  };
  for (let row = 0; row < 4; row++) for (let column = 0; column < 8; column++) set.y(column, row, 100);
  for (let row = 0; row < 2; row++)
    for (let column = 0; column < 4; column++) {
      set.u(column, row, 128);
      set.v(column, row, 128);
    }
  change(set);
  const layout = [0, u, v].map((offset) => ({ offset, stride: STRIDE }));
  return { ...SIZE, bytes, layout: packed ? layout.slice(0, 2) : layout, format, bt709: false, full: true };
}
type Setter = (column: number, row: number, value: number) => void;

function shrunk(planes: Planes, width: number, height: number): number[] {
  const into = { width, height, data: new Uint8ClampedArray(width * height * 4) } as ImageData;
  shrink(planes, into);
  return [...into.data];
}

test('gives each pixel the mean brightness and the mean colour of the pixels that it covers', () => {
  for (const format of ['NV12', 'I420'] as const) {
    const planes = grey(format, ({ y, v }) => {
      y(0, 0, 180);
      v(3, 1, 168);
    });
    // 80 more in one of 16 pixels; 40 more red in one of 4 colours.
    expect(shrunk(planes, 2, 1), format).toEqual([105, 105, 105, 255, 114, 93, 100, 255]);
  }
});

test('uses every pixel once when the sizes do not divide evenly', () => {
  const planes = grey('I420', ({ y }) => y(7, 3, 220));
  // Columns 0 and 1, 2 to 4, 5 to 7.
  expect(shrunk(planes, 3, 1)).toEqual([100, 100, 100, 255, 100, 100, 100, 255, 110, 110, 110, 255]);
});

test('converts values from 16 to 235 and the colours of BT.709 when the picture has them', () => {
  for (const format of ['NV12', 'I420'] as const) {
    const planes = grey(format, ({ y, u, v }) => {
      for (let i = 0; i < 32; i++) y(i % 8, i >> 3, 63);
      for (let i = 0; i < 8; i++) {
        u(i % 4, i >> 2, 102);
        v(i % 4, i >> 2, 240);
      }
    });
    const red = shrunk({ ...planes, bt709: true, full: false }, 2, 1);
    expect(red, format).toEqual([255, 1, 0, 255, 255, 1, 0, 255]);
  }
});
