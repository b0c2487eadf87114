import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { boxOf } from './clip.ts';
import { Land } from './land.tsx';
import { flat } from './mercator.ts';
import type { Area, FlatRing, Outlines } from './outlines.ts';
import { type Bounds, fitted } from './view.ts';

const ring = (west: number, south: number, east: number, north: number): FlatRing => {
  const corners = [flat([west, south]), flat([east, south]), flat([east, north]), flat([west, north])];
  const points = Float64Array.from(corners.flat());
  return { points, box: boxOf(points) };
};
// A country on the eastern half of a box that decisions end in the sea.
const waters = ring(-10, 38, -8, 40);
const shore = ring(-9, 37, -7, 41);
const area: Area = {
  id: 1,
  country: 'PT',
  code: null,
  within: [],
  name: null,
  rings: [waters],
  coastal: true,
};
const outlines: Outlines = {
  world: { areas: [area], whole: [], land: [shore] },
  countries: new Map([['PT', { areas: [area], whole: [waters], land: [] }]]),
  land: [shore],
  attribution: null,
  failed: false,
};
const drawn = (bounds: Bounds) =>
  renderToStaticMarkup(
    createElement(Land, {
      view: fitted(bounds, 760, 400),
      outlines,
      layers: [{ kind: 'region', code: 'PT', effect: 'allow' }],
      id: 'map',
    }),
  );

test('the sea and the coast are seen through an allowed region that reaches into the sea', () => {
  const near = drawn([-10, 38, -8, 40]);
  expect(near.indexOf('data-veil')).toBeGreaterThan(near.indexOf('data-effect="allow"'));
  // From far the region ends at the coast by itself, and from very near the coast is too rough.
  expect(drawn([-170, -56, 178, 72])).not.toContain('data-veil');
  expect(drawn([-9.01, 38.99, -8.99, 39.01])).not.toContain('data-veil');
});

test('a country whose parts are drawn still has its own name where it is seen whole', () => {
  const part = { ...area, code: 'PT-11', name: 'Lisboa', rings: [ring(-9, 38, -8.9, 38.1)] };
  const parts = new Map([['PT', { areas: [part], whole: [waters], land: [] }]]);
  const view = fitted([-11, 37, -7, 41], 760, 400);
  const names = renderToStaticMarkup(
    createElement(Land, { view, outlines: { ...outlines, countries: parts }, layers: [], id: 'map' }),
  );
  expect(names).toContain('Portugal');
});
