import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Drawing } from '../drawing.tsx';
import type { MapLayer } from '../layers.ts';
import { flat, type LngLat } from '../mercator.ts';
import { type Bounds, fitted, toPixels, type View } from '../view.ts';
import { Discs, Shapes } from './shapes.tsx';

const pathsOf = (markup: string): string[] => [...markup.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d!);
const pointsOf = (path: string): [number, number][] =>
  [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
const shapes = (view: View, ...layers: MapLayer[]) =>
  pathsOf(renderToStaticMarkup(createElement(Shapes, { view, layers })));
const seenFrom = (bounds: Bounds) => fitted(bounds, 800, 400);
const circle = (at: LngLat, radius_m: number): MapLayer => ({ kind: 'circle', at, radius_m, effect: 'deny' });

test('a large circle reaches as far to the north and south as it decides, which is no circle on the map', () => {
  const view = seenFrom([-40, 35, 80, 80]);
  const [path] = shapes(view, circle([20, 60], 1_500_000));
  const rows = pointsOf(path!).map(([, y]) => y);
  const degrees = (1_500_000 / 6_371_008.8) * (180 / Math.PI);
  const row = (lat: number) => toPixels(view, flat([20, lat]))[1];
  expect(Math.min(...rows)).toBeCloseTo(row(60 + degrees), 0);
  expect(Math.max(...rows)).toBeCloseTo(row(60 - degrees), 0);
  const middle = row(60);
  expect(middle - Math.min(...rows)).toBeGreaterThan(1.4 * (Math.max(...rows) - middle));
});

test('a circle over the 180th meridian is seen from both sides', () => {
  for (const [west, east] of [
    [170, 179.9],
    [-179.9, -170],
    [178, 182],
  ] as const) {
    const [path] = shapes(seenFrom([west, -20, east, -14]), circle([179.5, -17], 150_000));
    expect(pointsOf(path!).some(([x]) => x > 0 && x < 800)).toBe(true);
  }
});

test('an area that a policy keeps as two rings is drawn as one', () => {
  const ring = (west: number, east: number): LngLat[] => [
    [west, -18],
    [east, -18],
    [east, -16],
    [west, -16],
    [west, -18],
  ];
  const rings = [ring(179, 180), ring(-180, -178)];
  const [path] = shapes(seenFrom([178, -20, 183, -14]), { kind: 'polygon', rings, effect: 'deny' });
  expect(path!.match(/M/g)).toHaveLength(1);
  expect(new Set(pointsOf(path!).map(([x]) => x)).size).toBe(2);
});

test('where the whole world is seen, nothing is drawn beside it', () => {
  const view = seenFrom([-170, -56, 178, 72]);
  const [west, east] = [toPixels(view, [0, 0])[0], toPixels(view, [1, 0])[0]];
  for (const layer of [circle([179.5, -17], 1_500_000), circle([-60, 80], 2_000_000)])
    for (const [x] of shapes(view, layer).flatMap(pointsOf)) {
      expect(x).toBeGreaterThan(west - 0.1);
      expect(x).toBeLessThan(east + 0.1);
    }
});

test('a small disc is a circle, and a large one lies where it is measured', () => {
  const view = seenFrom([0, 40, 10, 45]);
  const discs = (radius_m: number) =>
    renderToStaticMarkup(
      createElement(Discs, { view, layers: [{ kind: 'disc', at: [5, 42], radius_m, of: 'device' }] }),
    );
  expect(discs(500)).toContain('<circle');
  expect(discs(500_000)).toContain('<path');
});

test('a map over the 180th meridian shows the world beyond it', () => {
  const view = seenFrom([170, -25, 190, -10]);
  const outlines = { world: undefined, countries: new Map(), land: [], attribution: null, failed: false };
  const worlds = (of: View) =>
    renderToStaticMarkup(createElement(Drawing, { view: of, outlines, layers: [], label: 'Fiji' }))
      .split('<clipPath')
      .slice(1);
  expect(worlds(view)).toHaveLength(2);
  expect(worlds(seenFrom([0, -25, 20, -10]))).toHaveLength(0);
});
