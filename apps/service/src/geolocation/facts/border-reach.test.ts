import { expect, it } from 'vitest';
import { bundledData } from '../../../testing/geodata/bundled.ts';
import { countryNear } from './border-reach.ts';

const places = bundledData().places;
const near = (lat: number, lng: number, country: string | null) => {
  const here = places.locate(lat, lng);
  return countryNear({ places }, { lat, lng } as never, here as never, { country });
};

it('finds the neighbour of a border town within reach of its mobile network', () => {
  // Aachen: the Netherlands begin 5 km away, Belgium 7 km, France 150 km.
  expect(near(50.7753, 6.0839, 'NL')).toBe(true);
  expect(near(50.7753, 6.0839, 'BE')).toBe(true);
  expect(near(50.7753, 6.0839, 'FR')).toBe(false);
});

it('finds no neighbour in the middle of a country, and returns null without a question', () => {
  expect(near(51.3127, 9.4797, 'NL')).toBe(false);
  expect(near(51.3127, 9.4797, 'DE')).toBeNull();
  expect(near(51.3127, 9.4797, null)).toBeNull();
});

it('handles the pole and the 180th meridian', () => {
  expect(near(90, 0, 'NO')).toBeNull();
  expect(near(-16.8, 179.99, 'NZ')).toBe(false);
});
