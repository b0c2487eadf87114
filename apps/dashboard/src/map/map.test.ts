import { expect, test } from 'vitest';
import { openPlaces } from '../../../service/src/geolocation/geodata/places/places.ts';
import { landBorders } from './borders.ts';
import { boxOf, clipped, nearParts } from './clip.ts';
import { rowsOf } from './coordinates.tsx';
import { placed } from './labels/placing.ts';
import { flat, placeFrom, round } from './mercator.ts';
import type { Outline, Outlines } from './outlines.ts';
import { creditOf } from './tiles/credits.tsx';
import { boundsOf, fitted, toPixels } from './view.ts';

test('a place comes back from the square that the world is drawn on', () => {
  for (const at of [
    [0, 0],
    [-74.77, 40.22],
    [179.9, -60],
  ] as const) {
    const [lng, lat] = round(flat(at));
    expect(lng).toBeCloseTo(at[0], 9);
    expect(lat).toBeCloseTo(at[1], 9);
  }
});

test('what is fitted is seen, and a metre is a metre', () => {
  const bounds = boundsOf([{ at: [-74.77, 40.22], radius_m: 500 }])!;
  const view = fitted(bounds, 800, 380);
  for (const corner of [
    [bounds[0], bounds[1]],
    [bounds[2], bounds[3]],
  ] as const) {
    const [x, y] = toPixels(view, flat(corner));
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(800);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(380);
  }
  const [lng, lat] = placeFrom([-74.77, 40.22], 90, 1_000);
  expect([lng, lat]).toEqual([expect.closeTo(-74.7582, 3), expect.closeTo(40.22, 6)]);
});

test('a ring is cut to a box, and a line keeps only what comes near', () => {
  const square = [0, 0, 10, 0, 10, 10, 0, 10, 0, 0];
  expect(boxOf(clipped(square, [2, 2, 4, 4]))).toEqual([2, 2, 4, 4]);
  expect(clipped(square, [20, 20, 30, 30])).toEqual([]);
  expect(nearParts([0, 0, 1, 0, 50, 0, 51, 0, 1, 0], [-1, -1, 2, 1])).toEqual([
    [0, 0, 1, 0, 50, 0],
    [51, 0, 1, 0],
  ]);
});

test('labels stand on free sides', () => {
  const at = { x: 100, y: 100, away: 5 };
  const [one, two] = placed(
    [
      { key: '1', text: 'device', ...at },
      { key: '2', text: 'try', ...at, x: 104 },
    ],
    400,
    300,
  );
  expect(one!.at).not.toEqual(two!.at);
  // At the edge, a label stands on the other side.
  const [edge] = placed([{ key: '1', text: 'a long label', ...at, x: 395 }], 400, 300);
  expect(edge!.anchor).toBe('end');
});

const outline = (code: string): Outline => {
  const { areas, whole } = openPlaces().outlines.country(code)!;
  const ring = (points: number[]) => {
    const list = Float64Array.from(points);
    return { points: list, box: boxOf(list) };
  };
  return {
    areas: areas.map((area) => ({ ...area, rings: area.rings.map(ring), coastal: true })),
    whole: whole!.rings.map(ring),
    land: [],
  };
};

test('the border of a state is its line with other states, and of two states not the line between them', () => {
  const countries = new Map([['US', outline('US')]]);
  const outlines: Outlines = { world: undefined, countries, land: [], attribution: null, failed: false };
  const length = (codes: string[]) =>
    landBorders(outlines, codes)
      .flatMap((line) =>
        line
          .slice(2)
          .map((_, i) =>
            i % 2 === 0 ? Math.hypot(line[i + 2]! - line[i]!, line[i + 3]! - line[i + 1]!) : 0,
          ),
      )
      .reduce((sum, each) => sum + each, 0);
  const [jersey, york, both] = [length(['US-NJ']), length(['US-NY']), length(['US-NJ', 'US-NY'])];
  expect(jersey).toBeGreaterThan(1);
  expect(both).toBeLessThan(jersey + york - 0.5);
  // An island state has no border on land.
  expect(length(['US-HI'])).toBe(0);
});

test('the table says what the map shows', () => {
  const rows = rowsOf([
    { kind: 'disc', at: [-74.77, 40.22], radius_m: 180, of: 'device' },
    { kind: 'point', at: [-74.77, 40.22], shape: 'device', label: 'Device' },
    { kind: 'dimension', from: [-74.77, 40.22], to: [-74.78, 40.21], label: '610 m' },
  ]);
  expect(rows).toEqual([
    { name: 'Device', lat: '40.220000', lng: '−74.770000', note: 'within 180\u00a0m (95\u00a0%)' },
    { name: 'Nearest border', lat: '40.210000', lng: '−74.780000', note: '610 m from the device' },
  ]);
});

test('an attribution that ends with an address is a link to it, and any other one is a text', () => {
  expect(creditOf('© OpenStreetMap contributors, https://www.openstreetmap.org/copyright')).toEqual({
    text: '© OpenStreetMap contributors',
    href: 'https://www.openstreetmap.org/copyright',
  });
  for (const text of [
    '© swisstopo',
    'https://a.example',
    'Lines, javascript:alert(1)',
    'a https://a.example b',
  ])
    expect(creditOf(text)).toEqual({ text });
});
