import { expect, it } from 'vitest';
import { greatCircleM } from './great-circle.ts';

const DEGREE_M = 111_195;

it('measures a degree of the meridian, of the equator and of a parallel', () => {
  expect(greatCircleM({ lat: 10, lng: 5 }, { lat: 11, lng: 5 })).toBeCloseTo(DEGREE_M, -2);
  expect(greatCircleM({ lat: 0, lng: 5 }, { lat: 0, lng: 6 })).toBeCloseTo(DEGREE_M, -2);
  expect(greatCircleM({ lat: 60, lng: 5 }, { lat: 60, lng: 6 })).toBeCloseTo(DEGREE_M / 2, -2);
});

it('takes the short way across the antimeridian and over the pole', () => {
  expect(greatCircleM({ lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 })).toBeCloseTo(DEGREE_M, -2);
  expect(greatCircleM({ lat: 89.5, lng: 0 }, { lat: 89.5, lng: 180 })).toBeCloseTo(DEGREE_M, -2);
});

it('is zero at one place and half the globe between antipodes', () => {
  expect(greatCircleM({ lat: 40, lng: -74 }, { lat: 40, lng: -74 })).toBe(0);
  expect(greatCircleM({ lat: 40, lng: -74 }, { lat: -40, lng: 106 })).toBeCloseTo(180 * DEGREE_M, -3);
});
