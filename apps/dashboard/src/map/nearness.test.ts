import { expect, test } from 'vitest';
import { round } from './mercator.ts';
import { nearnessOf } from './nearness.ts';
import { type Bounds, fitted, seen } from './view.ts';

const of = (bounds: Bounds, width = 800, height = 380) => nearnessOf(fitted(bounds, width, height));

test('a map asks for more the nearer it is', () => {
  expect(nearnessOf(null)).toEqual({ coasts: false, close: null });
  expect(of([-170, -56, 178, 72])).toEqual({ coasts: false, close: null });
  expect(of([-12, 35, 40, 62])).toEqual({ coasts: true, close: null });
  expect(of([-74.8, 40.15, -74.7, 40.2])).toEqual({ coasts: true, close: '40,-75' });
  expect(of([-0.1, -0.1, 0, 0])).toEqual({ coasts: true, close: '0,0' });
  // Over the 180th meridian, where the next world begins.
  expect(of([180.4, 52, 180.5, 52.1])).toEqual({ coasts: true, close: '52,-179.5' });
});

test('all of a near map is within a degree of the place that it asks for, on a phone too', () => {
  for (const [width, height] of [
    [1_200, 380],
    [340, 380],
  ] as const)
    for (let lat = -78; lat < 80; lat += 7.3)
      for (const size of [0.01, 0.3, 0.8, 1.2]) {
        const bounds = [10, lat, 10 + size, lat + size] as const;
        const view = fitted(bounds, width, height);
        const [at] = [nearnessOf(view).close?.split(',').map(Number)];
        if (!at) continue;
        const [left, top, right, bottom] = seen(view, 0);
        const [west, north] = round([left, top]);
        const [east, south] = round([right, bottom]);
        expect(Math.max(north - at[0]!, at[0]! - south, east - at[1]!, at[1]! - west)).toBeLessThan(1);
      }
});
