import { expect, test } from 'vitest';
import { boxOf, clipped, nearParts } from './clip.ts';
import { rowsOf } from './coordinates.tsx';
import { placed } from './labels/placing.ts';
import { flat, placeFrom, round } from './mercator.ts';
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
    [],
    400,
    300,
  );
  expect(one!.at).not.toEqual(two!.at);
  // At the edge, a label stands on the other side.
  const [edge] = placed([{ key: '1', text: 'a long label', ...at, x: 395 }], [], 400, 300);
  expect(edge!.anchor).toBe('end');
});

test('a label stands beside a line and not on it', () => {
  const stroke = [
    [100, 200],
    [300, 220],
  ] as const;
  const device = { key: 'device', text: 'Device, ±18 m', x: 100, y: 200, away: 6 };
  const length = { key: 'length', text: '1.5 km', x: 200, y: 210, away: 2 };
  const sidesOf = (strokes: (typeof stroke)[]) =>
    placed([device, length], strokes, 400, 300).map(({ anchor }) => anchor);
  expect(sidesOf([])).toEqual(['start', 'start']);
  expect(sidesOf([stroke])).toEqual(['end', 'middle']);
  // The buttons of the map are in that corner.
  const cornered = { ...device, x: 110, y: 100 };
  const line = [
    [110, 100],
    [300, 100],
  ] as const;
  const [open] = placed([cornered], [], 400, 300);
  const [beside] = placed([cornered], [line], 400, 300);
  expect([open!.anchor, beside!.anchor]).toEqual(['start', 'middle']);
});

test('the table says what the map shows', () => {
  const rows = rowsOf([
    { kind: 'disc', at: [-74.77, 40.22], radius_m: 6, of: 'try' },
    { kind: 'point', at: [-74.77, 40.22], shape: 'try', label: '' },
    { kind: 'point', at: [-74.77, 40.22], shape: 'try', label: '' },
    { kind: 'disc', at: [-74.77, 40.22], radius_m: 180, of: 'device' },
    { kind: 'point', at: [-74.77, 40.22], shape: 'device', label: 'Device' },
    { kind: 'dimension', from: [-74.77, 40.22], to: [-74.78, 40.21], label: '610 m' },
  ]);
  expect(rows).toEqual([
    { name: 'Earlier', lat: '40.220000', lng: '−74.770000', note: 'within 6\u00a0m (95\u00a0%)' },
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
