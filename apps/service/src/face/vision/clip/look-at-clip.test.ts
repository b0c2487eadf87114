import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cryptoDraw } from '../../../chance.ts';
import { drawPlaces } from './look-at-clip.ts';

it('compares a picture out of each quarter of the clip, and every picture may be the one', () => {
  const drawn = Array.from({ length: 400 }, () => drawPlaces(20, cryptoDraw));
  for (const places of drawn) expect(places.map((place) => Math.floor(place / 5))).toEqual([0, 1, 2, 3]);
  expect(new Set(drawn.flat()).size).toBe(20);
});

it('compares no picture twice, however few there are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), (count) => {
      const places = drawPlaces(count, cryptoDraw);
      expect(new Set(places).size).toBe(Math.min(4, count));
      expect(places.every((place) => place >= 0 && place < count)).toBe(true);
    }),
  );
});
