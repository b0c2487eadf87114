import { expect, test, vi } from 'vitest';
import type { Layer } from '../layers.ts';
import type { LngLat } from '../mercator.ts';
import { type Bounds, fitted, toPixels, type View } from '../view.ts';
import { drawnArea, drawnCircle } from './rims.ts';

const seenFrom = (bounds: Bounds) => fitted(bounds, 800, 400);
const circle = (at: LngLat, radius_m: number): Layer<'circle'> => ({
  kind: 'circle',
  at,
  radius_m,
  effect: 'deny',
});
const box = (west: number, south: number, east: number, north: number): Layer<'polygon'> => ({
  kind: 'polygon',
  effect: 'deny',
  rings: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});
const placesOf = (path: string): [number, number][] =>
  [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

/** Every place of a rim takes one arc tangent or more. */
function placesMade(work: () => void): number {
  const spy = vi.spyOn(Math, 'atan2');
  work();
  const { length } = spy.mock.calls;
  spy.mockRestore();
  return length;
}

test('the rim of a circle is made once when the map is moved, and not at all when it is out of sight', () => {
  const layer = circle([-74, 40], 200_000);
  const moved = (lng: number) => drawnCircle(layer, seenFrom([lng, 39, lng + 3, 41]));
  expect(placesMade(() => moved(-60))).toBe(0);
  expect(placesMade(() => moved(-75))).toBeGreaterThan(100);
  expect(placesMade(() => moved(-75.2))).toBe(0);
  // From a little nearer, it has the same sides.
  const { view, nearer } = { view: seenFrom([-75, 39, -72, 41]), nearer: 1.05 };
  expect(placesMade(() => drawnCircle(layer, { ...view, scale: view.scale * nearer }))).toBe(0);
});

test('a circle is drawn wherever some of it is seen', () => {
  for (const [at, radius_m] of [
    [[20, 60], 1_500_000],
    [[20, 60], 49_000],
    [[179.5, -17], 150_000],
    [[-60, 80], 2_000_000],
    [[0, -89.9], 5_000_000],
    [[10, 0], 5_000_000],
  ] as [LngLat, number][]) {
    const whole = {
      ...seenFrom([-170, -56, 178, 72]),
      centre: [0.5 + at[0] / 360, 0.5] as const,
      width: 500,
    };
    const rim = placesOf(drawnCircle(circle(at, radius_m), whole).inside);
    for (const [x, y] of rim.filter(([, y], i) => i % 9 === 0 && y > 1 && y < 399)) {
      const [lng, flatY] = [(x - 250) / whole.scale + whole.centre[0], (y - 200) / whole.scale + 0.5];
      const there: View = { centre: [lng, flatY], scale: whole.scale * 20, width: 800, height: 400 };
      expect(drawnCircle(circle(at, radius_m), there).inside).not.toBe('');
    }
  }
});

test('a shape has no border where it only leaves what the map shows', () => {
  const view: View = { centre: [0.5, 0.5], scale: 400, width: 800, height: 440 };
  const ends = [toPixels(view, [0, 0]), toPixels(view, [1, 1])] as const;
  const along = (path: string) =>
    [...path.matchAll(/(?<=[ML])(-?[\d.]+) (-?[\d.]+)(?=L(-?[\d.]+) (-?[\d.]+))/g)]
      .map(([, ...places]) => places.map(Number))
      .filter(([x0, y0, x1, y1]) =>
        ends.some(
          ([x, y]) =>
            Math.max(Math.abs(x0! - x), Math.abs(x1! - x)) < 0.2 ||
            Math.max(Math.abs(y0! - y), Math.abs(y1! - y)) < 0.2,
        ),
      );
  for (const shape of [circle([-60, 80], 2_000_000), circle([179.5, -17], 1_500_000)]) {
    const { inside, border } = drawnCircle(shape, view);
    expect(along(inside).length).toBeGreaterThan(0);
    expect(along(border!)).toEqual([]);
    expect(placesOf(border!).length).toBeGreaterThan(40);
  }
  // All around of what ends at the 180th meridian, and of what lies in the middle.
  expect(drawnArea(box(170, 0, 180, 10), view).border).toBeNull();
  expect(drawnArea(box(10, 0, 20, 10), view).border).toBeNull();
});
