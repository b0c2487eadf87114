import { expect, test } from 'vitest';
import { coarseness, fromPlanes, fromRgba, type Planes } from './picture.ts';

/** A picture of one colour in a camera's format. */
const plain = (y: number, u: number, v: number, more: Partial<Planes> = {}): Planes => {
  const [width, height] = [6, 4];
  const format = more.format ?? 'NV12';
  // Lines in memory are longer than the picture, as some drivers deliver them.
  const stride = 8;
  const bytes = new Uint8Array(200).fill(99);
  for (let row = 0; row < height; row++) bytes.fill(y, row * stride, row * stride + width);
  const chroma = stride * height;
  for (let row = 0; row < height / 2; row++)
    for (let column = 0; column < width / 2; column++) {
      const at = row * stride + column;
      if (format === 'NV12') bytes.set([u, v], chroma + row * stride + 2 * column);
      else {
        bytes[chroma + at] = u;
        bytes[chroma + 50 + at] = v;
      }
    }
  const layout = [0, chroma, chroma + 50].map((offset) => ({ offset, stride }));
  return {
    bytes,
    layout: format === 'NV12' ? layout.slice(0, 2) : layout,
    format,
    width,
    height,
    bt709: false,
    full: false,
    ...more,
  };
};
const colours = (planes: Planes, step = 1): string[] => {
  const { data, width, height } = fromPlanes(planes, step);
  const all = Array.from({ length: width * height }, (_, i) => [...data.subarray(3 * i, 3 * i + 3)].join());
  return [...new Set(all)];
};

test('converts brightness and colour differences to red, green and blue (ITU-R BT.601 and BT.709)', () => {
  for (const format of ['NV12', 'I420'] as const)
    for (const step of [1, 2]) {
      expect(colours(plain(16, 128, 128, { format }), step)).toEqual(['0,0,0']);
      expect(colours(plain(235, 128, 128, { format }), step)).toEqual(['255,255,255']);
      expect(colours(plain(81, 90, 240, { format }), step)).toEqual(['254,0,0']);
    }
  expect(colours(plain(63, 102, 240, { bt709: true }))).toEqual(['255,1,0']);
  expect(colours(plain(76, 85, 255, { full: true }))).toEqual(['254,0,0']);
});

test('averages several pixels into one, and drops the remainder at an edge', () => {
  const planes = plain(100, 128, 128, { full: true });
  planes.bytes[0] = 140;
  const { data, width, height } = fromPlanes(planes, 2);
  expect([width, height]).toEqual([3, 2]);
  expect([...data.subarray(0, 6)]).toEqual([110, 110, 110, 100, 100, 100]);
  expect(fromPlanes(planes, 4)).toMatchObject({ width: 1, height: 1 });
});

test('reads red, green and blue without the opacity, and averages them as well', () => {
  // Two lines of three pixels each, four bytes after each line, and eight before the first.
  const [a, b, c] = [
    [10, 20, 30, 255],
    [30, 40, 50, 255],
    [90, 91, 92, 255],
  ] as const;
  const line = [...a, ...b, ...c, 7, 7, 7, 7];
  const bytes = Uint8Array.from([9, 9, 9, 9, 9, 9, 9, 9, ...line, ...line]);
  const read = (step: number) => fromRgba({ bytes, offset: 8, stride: 16 }, { width: 3, height: 2 }, step);
  const colours = [10, 20, 30, 30, 40, 50, 90, 91, 92];
  expect(read(1)).toEqual({ data: Uint8Array.from([...colours, ...colours]), width: 3, height: 2 });
  expect(read(2)).toEqual({ data: Uint8Array.from([20, 30, 40]), width: 1, height: 1 });
});

test('keeps about as many pixels as requested, and never enlarges', () => {
  expect([320, 600, 800, 1280, 1920, 3840].map((longer) => coarseness(longer, 200, 640))).toEqual([
    1, 1, 1, 2, 3, 6,
  ]);
});
