import { expect, test } from 'vitest';
import { bundledData } from '../../../../testing/geodata/bundled.ts';
import { metresTo } from '../../../../testing/geodata/metres-to.ts';
import { atOnce } from '../rules/steps.ts';

const { places } = bundledData();
const bordersOf = (...of: Parameters<typeof places.bordersOfRule>) => atOnce(places.bordersOfRule(...of));

test.each([
  ['surveyed lines', ['US-NJ'], 40.1786, -74.7446],
  ['a surveyed state beside a country of coarse lines', ['US-MI'], 42.33, -83.045],
  ['the same, through a lake', ['US-MI'], 42.55, -82.6],
  ['coarse lines between countries', ['JP', 'KR'], 38, 127.2],
  ['coarse subdivisions', ['JP-13'], 35.61, 139.72],
] as const)('a rule measures to the lines that are its borders: %s', (_name, allow, lat, lng) => {
  const rule = { allow };
  const { signed_distance_m } = places.compileRule(rule)(lat, lng, 30);
  const lines = bordersOf(rule, lat, lng, 40_000);
  const nearest = metresTo(
    lines.map(({ points }) => points.flat()),
    lat,
    lng,
  );
  expect(nearest).toBeCloseTo(Math.abs(signed_distance_m!), 2);
});

test('a line between two allowed places is no border of the rule', () => {
  const around = (allow: string[]) => bordersOf({ allow }, 40.72, -74.03, 5_000);
  expect(around(['US-NJ']).length).toBeGreaterThan(0);
  expect(around(['US-NJ', 'US-NY'])).toEqual([]);
});

test('a line goes on over the pieces that the data are cut into', () => {
  const lines = bordersOf({ allow: ['US-NJ'] }, 40.1786, -74.7446, 20_000);
  expect(lines.length).toBeLessThan(5);
  expect(Math.max(...lines.map(({ points }) => points.length))).toBeGreaterThan(33);
});
