import { expect, it } from 'vitest';
import { flat } from '../../../map/mercator.ts';
import type { Area, Outlines } from '../../../map/outlines.ts';
import type { Definition } from '../queries.ts';
import { firstAndAll } from './use-fit.ts';

const area = (code: string, west: number, south: number, east: number, north: number): Area => {
  const [[left, bottom], [right, top]] = [flat([west, south]), flat([east, north])];
  const rings = [{ points: new Float64Array(), box: [left, top, right, bottom] as const }];
  return { id: 1, country: code.slice(0, 2), code, within: [], name: code, rings, coastal: true };
};
const JERSEY = area('US-NJ', -75, 39, -74, 41);
const NORMANDY = area('FR-NOR', -2, 48, 2, 50);
const outlines = (...areas: Area[]): Outlines => ({
  world: undefined,
  countries: new Map(areas.map((each) => [each.country, { areas: [each], whole: [], land: [] }])),
  land: [],
  attribution: null,
  failed: false,
});
const policy = (rule: Definition['rule']): Definition => ({ name: 'Coasts', rule }) as Definition;
const rounded = (bounds: readonly number[]) => bounds.map((each) => Math.round(each));

const BOTH = policy({ allow: ['US-NJ', 'FR-NOR'] });

it('shows every region first when their outlines come one after the other', () => {
  const first = (...areas: Area[]) => rounded(firstAndAll(BOTH, BOTH, outlines(...areas)).first);
  expect(first(NORMANDY)).toEqual([-2, 48, 2, 50]);
  expect(first(NORMANDY, JERSEY)).toEqual([-75, 39, 2, 50]);
});

it('shows the shapes first, and everything when it is asked for everything', () => {
  const shape = { effect: 'exclusion' as const, circle: { lat: 0, lng: 179, radius_m: 555_000 } };
  const edited = policy({ allow: ['US-NJ'], shapes: [shape] });
  const { first, all } = firstAndAll(edited, edited, outlines(JERSEY));
  expect([Math.round(first[0]), Math.round(first[2])]).toEqual([174, 184]);
  expect([Math.round(all[0]), Math.round(all[2])]).toEqual([-186, -74]);
});

it('stays where it is while a shape is drawn, which is part of everything', () => {
  const circle = { lat: 0, lng: 20, radius_m: 555_000 };
  const drawn = policy({ allow: ['US-NJ'], shapes: [{ effect: 'deny', circle }] });
  const opened = policy({ allow: ['US-NJ'] });
  const { first, all } = firstAndAll(opened, drawn, outlines(JERSEY));
  expect(rounded(first)).toEqual([-75, 39, -74, 41]);
  expect(rounded(all)).toEqual([-75, -5, 25, 41]);
});
