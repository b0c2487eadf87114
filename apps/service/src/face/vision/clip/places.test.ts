import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placesToTrace } from './places.ts';

/** The places in a clip whose pictures have one cell each, with these values. */
const places = (...values: number[]) => placesToTrace(values.map((value) => Float32Array.of(value)));
const still = (count: number) => Array.from({ length: count }, () => 0);

it('traces every fourth picture, and the last, where nothing moves', () => {
  expect(places(...still(11))).toEqual([0, 4, 8, 10]);
  expect(places(...still(9))).toEqual([0, 4, 8]);
  expect(places(0)).toEqual([0]);
  expect(places()).toEqual([]);
});

it('traces each picture of a movement, and the one before it', () => {
  expect(places(0, 0, 0, 1, 2, 3, 3, 3, 3)).toEqual([0, 2, 3, 4, 5, 8]);
  expect(places(0, 0.1, 0, 0.1, 0.1)).toEqual([0, 4]);
  // A slow drift adds up.
  expect(places(0, 0.1, 0.2, 0.3, 0.4)).toEqual([0, 1, 2, 3, 4]);
});

it('never traces more than 61 pictures, and no gap grows beyond four', () => {
  const value = fc.oneof(fc.constant(0), fc.float({ min: 0, max: 2, noNaN: true }));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 240 }), (values) => {
      const traced = places(...values);
      expect(traced.length).toBeLessThanOrEqual(61);
      expect(traced).toEqual([...new Set(traced)].toSorted((a, b) => a - b));
      expect(traced.at(-1)).toBe(values.length === 0 ? undefined : values.length - 1);
      expect(traced[0]).toBe(values.length === 0 ? undefined : 0);
      for (const [i, place] of traced.entries())
        expect(place - (traced[i - 1] ?? place)).toBeLessThanOrEqual(4);
    }),
  );
});
