import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from '../networks/mesh.ts';
import { align, isPlace, placeOf, type Template } from './alignment.ts';
import { at, cut, type Pixels, resize, squareAt } from './pixels.ts';

const TEMPLATE: Template = [
  { place: 'right_eye', x: 38.3, y: 51.7 },
  { place: 'left_eye', x: 73.5, y: 51.5 },
  { place: 'nose_tip', x: 56, y: 71.7 },
  { place: 'right_mouth_corner', x: 41.5, y: 92.4 },
  { place: 'left_mouth_corner', x: 70.7, y: 92.2 },
];
/** The landmarks whose mean each place is. */
const INDICES: Record<string, number[]> = {
  right_eye: [33, 133],
  left_eye: [362, 263],
  nose_tip: [1, 4],
  right_mouth_corner: [61],
  left_mouth_corner: [291],
};

/** 468 landmarks, with the template's places moved by `move`. */
function landmarks(move: (x: number, y: number) => [number, number]): Point[] {
  const points: Point[] = Array.from({ length: 468 }, () => [0, 0, 0]);
  for (const { place, x, y } of TEMPLATE)
    for (const index of INDICES[place]!) points[index] = [...move(x, y), 0];
  return points;
}

describe('alignment', () => {
  it('recovers any rotation, scale and shift', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: 0.2, max: 8, noNaN: true }),
        fc.double({ min: -500, max: 500, noNaN: true }),
        fc.double({ min: -500, max: 500, noNaN: true }),
        (angle, scale, dx, dy) => {
          const move = (x: number, y: number): [number, number] => [
            scale * (Math.cos(angle) * x - Math.sin(angle) * y) + dx,
            scale * (Math.sin(angle) * x + Math.cos(angle) * y) + dy,
          ];
          const map = align(landmarks(move), TEMPLATE);
          for (const { x, y } of TEMPLATE) {
            const [found, wanted] = [at(map, x, y), move(x, y)];
            expect(found[0]).toBeCloseTo(wanted[0], 4);
            expect(found[1]).toBeCloseTo(wanted[1], 4);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('fits by least squares when no exact fit exists', () => {
    const points = landmarks((x, y) => [x, y]);
    points[61] = [41.5, 97.4, 0];
    const [, y] = at(align(points, TEMPLATE), 41.5, 92.4);
    expect(y).toBeGreaterThan(92.4);
    expect(y).toBeLessThan(97.4);
  });

  it('refuses a place that is not part of a face', () => {
    expect(isPlace('nose_base')).toBe(true);
    expect(isPlace('toString')).toBe(false);
    expect(() =>
      placeOf(
        landmarks((x, y) => [x, y]),
        'ear',
      ),
    ).toThrow('is no place of the face');
  });
});

describe('pixels', () => {
  /** Red grows with the column, green with the row. */
  const ramp = (width: number, height: number): Pixels => ({
    data: Uint8Array.from({ length: width * height * 3 }, (_, i) => {
      const pixel = Math.floor(i / 3);
      return [pixel % width, Math.floor(pixel / width), 7][i % 3]!;
    }),
    width,
    height,
  });

  it('stay the same when a whole image is cut out in its own size', () => {
    const image = ramp(20, 20);
    expect([...cut(image, squareAt(10, 10, 20, 20), 20)]).toEqual([...image.data]);
  });

  it('are black outside the image', () => {
    const out = cut(ramp(20, 20), squareAt(200, 10, 8, 8), 8);
    expect(Math.max(...out)).toBe(0);
  });

  it('are turned clockwise', () => {
    // A quarter turn: what was on the left is on top.
    const out = cut(ramp(21, 21), squareAt(10.5, 10.5, 21, 21, -Math.PI / 2), 21);
    const top = (10 + 0) * 3;
    expect([Math.round(out[top]!), Math.round(out[top + 1]!)]).toEqual([0, 10]);
  });

  it('are averaged when the image is finer than the result', () => {
    const board: Pixels = {
      data: Uint8Array.from({ length: 64 * 64 * 3 }, (_, i) => {
        const pixel = Math.floor(i / 3);
        return ((pixel % 64) + Math.floor(pixel / 64)) % 2 ? 255 : 0;
      }),
      width: 64,
      height: 64,
    };
    for (const value of cut(board, squareAt(32, 32, 64, 32), 32)) expect(value).toBeCloseTo(127.5, 0);
    for (const value of resize(board, 16)) expect(value).toBeCloseTo(127.5, 0);
  });

  it('keep their place when the image is enlarged or reduced', () => {
    for (const size of [5, 40]) {
      const out = resize(ramp(20, 20), size);
      const middle = (Math.floor(size / 2) * size + Math.floor(size / 2)) * 3;
      expect(out[middle]).toBeCloseTo(9.5 + (size % 2 ? 0 : 0.25), 0);
    }
  });
});
