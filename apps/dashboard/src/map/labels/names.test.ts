import { expect, test } from 'vitest';
import { openPlaces } from '../../../../service/src/geolocation/geodata/places/places.ts';
import { boxOf } from '../clip.ts';
import { type Flat, flat, round } from '../mercator.ts';
import type { FlatRing, Outline } from '../outlines.ts';
import { type Bounds, fitted, toPixels, type View } from '../view.ts';
import { marksOf } from './marks-of.ts';
import { namesOf } from './names.tsx';
import { roomiest } from './roomiest.ts';

const SQUARE = [0, 0, 100, 0, 100, 100, 0, 100];

test('the place with the most room is in the middle of a square, and in the wide arm of an angle', () => {
  const { at, room } = roomiest([[SQUARE]], [])!;
  // The left and right edges count double, so they are the nearest, and along the middle any place is as good.
  expect(Math.abs(at[0] - 50)).toBeLessThan(6);
  expect(at[1] > 22 && at[1] < 78).toBe(true);
  expect(room).toBeGreaterThan(23);
  expect(roomiest([[SQUARE]], [], 30)).toBeNull();
  const angle = [0, 0, 20, 0, 20, 160, 200, 160, 200, 260, 0, 260];
  const found = roomiest([[angle]], [])!.at;
  expect(found[0]).toBeGreaterThan(60);
  expect(found[1]).toBeGreaterThan(180);
});

test('a hole, the sea and a mark are kept away from', () => {
  const hole = [30, 30, 70, 30, 70, 70, 30, 70];
  const beside = roomiest([[SQUARE, hole]], [])!.at;
  expect(beside[0] > 30 && beside[0] < 70 && beside[1] > 30 && beside[1] < 70).toBe(false);
  const land = [0, 0, 30, 0, 30, 100, 0, 100];
  expect(roomiest([[SQUARE], [land]], [])!.at[0]).toBeLessThan(30);
  expect(roomiest([[SQUARE], []], [])).toBeNull();
  const [x, y] = roomiest([[SQUARE]], [50, 50])!.at;
  expect(Math.hypot(x - 50, y - 50)).toBeGreaterThan(15);
});

const ringOf = (ring: readonly number[]): FlatRing => {
  const points = Float64Array.from(ring);
  for (let i = 0; i < ring.length; i += 2) points.set(flat([ring[i]!, ring[i + 1]!]), i);
  return { points, box: boxOf(points) };
};

const places = openPlaces();
const sent = places.outlines.world();
const land = (sent.land ?? []).map((ring) => ringOf(ring));
const areas: Outline['areas'] = sent.areas.map((area) => ({
  ...area,
  rings: area.rings.map((ring) => ringOf(ring)),
  coastal: true,
}));

const VIEWS: Record<string, Bounds> = {
  world: [-170, -56, 178, 72],
  Europe: [-12, 35, 40, 62],
  'United States': [-126, 24, -66, 50],
  'south-east Asia': [92, -12, 142, 24],
  Scandinavia: [2, 54, 32, 71],
};

const isLand = (at: readonly [number, number]): boolean =>
  land.filter(({ points }) => {
    let inside = false;
    for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2) {
      const [ax, ay, bx, by] = [points[i]!, points[i + 1]!, points[j]!, points[j + 1]!];
      if (ay > at[1] !== by > at[1] && at[0] < ((bx - ax) * (at[1] - ay)) / (by - ay) + ax) inside = !inside;
    }
    return inside;
  }).length %
    2 ===
  1;

const named = (view: View, onLand = land) => namesOf({ areas, land: onLand, painted: [], view, marks: [] });

test.each(Object.entries(VIEWS))('names stand on the land of their country: %s', (_, bounds) => {
  const view = fitted(bounds, 846, 380);
  const names = named(view);
  expect(names.length).toBeGreaterThan(2);
  expect(new Set(names.map(({ text }) => text)).size).toBe(names.length);
  const countries = new Intl.DisplayNames('en', { type: 'region' });
  for (const { text, at } of names) {
    const [lng, lat] = round(at);
    const { country } = places.locate(lat, lng);
    expect([text, isLand(at), country && countries.of(country)]).toEqual([text, true, text]);
  }
});

test('without the coast, a name would stand in the sea', () => {
  const everywhere = [ringOf([-179, -80, 179, -80, 179, 80, -179, 80])];
  const names = named(fitted(VIEWS['south-east Asia']!, 846, 380), everywhere);
  expect(names.some(({ at }) => !isLand(at))).toBe(true);
});

const namesFrom = (code: string, bounds: Bounds) => {
  const parts = (places.outlines.country(code)?.areas ?? []).map((area) => ({
    ...area,
    rings: area.rings.map((ring) => ringOf(ring)),
    coastal: true,
  }));
  const rough = areas.filter(({ country }) => country !== code);
  const wholes = areas.filter(({ country }) => country === code);
  const view = fitted(bounds, 760, 400);
  return namesOf({ areas: [...rough, ...parts], wholes, land, painted: [], view, marks: [] }).map(
    ({ text }) => text,
  );
};

test.each([
  ['PT', 'Portugal', [-31, 30, -6, 42], ['Évora', 'Beja']],
  ['NO', 'Norway', [-2, 57, 31, 71], ['Troms', 'Finnmark']],
] as const)(
  'a country of which few parts have room has its own name when it is seen whole: %s',
  (code, name, bounds, parts) => {
    const names = namesFrom(code, bounds);
    expect(names).toContain(name);
    for (const part of parts) expect(names).not.toContain(part);
  },
);

test('a country is not named in the waters of its islands when it has a coast', () => {
  const area = (code: string | null, coastal: boolean, ring: readonly number[]) => ({
    id: 0,
    country: 'PT',
    code,
    within: [],
    name: code,
    rings: [ringOf(ring)],
    coastal,
  });
  const narrow = [-9, 37, -8.8, 37, -8.8, 42, -9, 42];
  const waters = [-31, 36, -24, 36, -24, 40, -31, 40];
  const areas = [area('PT-07', true, narrow), area('PT-20', true, waters)];
  const view = fitted([-31, 33, -6, 42], 760, 400);
  const of = (main: boolean) =>
    namesOf({
      areas,
      wholes: [area(null, main, narrow), area(null, false, waters)],
      land: [ringOf(narrow)],
      painted: [],
      view,
      marks: [],
    }).map(({ text }) => text);
  expect(of(true)).toEqual([]);
  expect(of(false)).toEqual(['Portugal']);
});

test('the parts have their names when a map is near, and the country has none', () => {
  const states = namesFrom('US', [-90, 25, -78, 36]);
  expect(states).toEqual(expect.arrayContaining(['Georgia', 'Alabama']));
  expect(states).not.toContain('United States');
  const south = namesFrom('PT', [-9, 37, -7, 39]);
  expect(south).toContain('Beja');
  expect(south).not.toContain('Portugal');
});

test('a name stays out of another country that is painted over its place', () => {
  const area = (code: string, ring: readonly number[]) => ({
    id: 0,
    country: code.slice(0, 2),
    code,
    within: [],
    name: code,
    rings: [ringOf(ring)],
    coastal: false,
  });
  const coarse = area('CA-ON', [-80, 40, -70, 40, -70, 44, -80, 44]);
  const exact = area('US-MI', [-84, 40, -73, 40, -73, 44, -84, 44]);
  const painted = [{ code: exact.code, rings: exact.rings }];
  const view = fitted([-84, 40, -70, 44], 846, 380);
  const lngOf = (over: typeof painted, name: string) =>
    round(
      namesOf({ areas: [coarse, exact], land: [], painted: over, view, marks: [] }).find(
        ({ text }) => text === name,
      )!.at,
    )[0];
  expect(lngOf(painted, 'CA-ON')).toBeGreaterThan(-73);
  expect(lngOf([], 'CA-ON')).toBeLessThan(-73);
  expect(lngOf(painted, 'US-MI')).toBeLessThan(-73);
});

test('a name stands away from the whole line of a dimension', () => {
  const ring = ringOf([-84, 40, -70, 40, -70, 44, -84, 44]);
  const michigan = { country: 'US', code: 'US-MI', within: [], name: 'Michigan' };
  const area = { id: 0, ...michigan, rings: [ring], coastal: false };
  const view = fitted([-84, 40, -70, 44], 846, 380);
  const lngOf = (marks: readonly Flat[]) =>
    round(namesOf({ areas: [area], land: [], painted: [], view, marks })[0]!.at)[0];
  const before = lngOf([]);
  const through = marksOf([{ kind: 'dimension', from: [before, 40], to: [before, 44], label: '440 km' }]);
  const pixels = (lng: number) => toPixels(view, flat([lng, 42]))[0];
  expect(Math.abs(pixels(lngOf(through)) - pixels(before))).toBeGreaterThan(4 * 'Michigan'.length);
});
