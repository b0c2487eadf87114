import { describe, expect, it } from 'vitest';
import type { LngLat } from '../../../map/mercator.ts';
import type { Shape } from '../queries.ts';
import {
  covers,
  geometryOf,
  movedPoint,
  pointsOf,
  squareAround,
  steered,
  withGeometry,
  withoutPoint,
  withPointAfter,
} from './geometry.ts';

const box = (west: number, south: number, east: number, north: number): [number, number][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const drawn = (ring: readonly LngLat[], shape: Shape = { effect: 'deny' }) =>
  withGeometry(shape, { kind: 'polygon', ring });
const lngsOf = ({ polygon = [] }: Shape) =>
  polygon.map((ring) => [...new Set(ring.map(([lng]) => lng))].sort((a, b) => a - b));

describe('an area that is drawn over the 180th meridian', () => {
  // The map is moved to the east of Fiji, where Leaflet counts on past 180.
  const shape = drawn(box(179, -18, 182, -16));

  it('is kept as rings that the service takes, and shown with the four points that were drawn', () => {
    expect(lngsOf(shape)).toEqual([
      [179, 180],
      [-180, -178],
    ]);
    expect(pointsOf(shape)).toHaveLength(4);
    expect(
      drawn(geometryOf(shape)!.kind === 'polygon' ? [...pointsOf(shape), pointsOf(shape)[0]!] : []),
    ).toEqual(shape);
  });

  it('covers the same places, however often the map is turned', () => {
    for (const lng of [179.5, 181, -179, 181 - 720])
      expect([lng, covers(shape, [lng, -17])]).toEqual([lng, true]);
    for (const lng of [178.5, 182.5, -177.5, 0])
      expect([lng, covers(shape, [lng, -17])]).toEqual([lng, false]);
  });

  it('keeps its form when a point is moved, typed, added or taken away', () => {
    const east = pointsOf(shape).findIndex(([lng]) => lng > 180 || (lng < 0 && lng > -179));
    const typed = movedPoint(shape, east, [-177, -18]);
    expect(lngsOf(typed).flat()).toContain(-177);
    expect(pointsOf(typed)).toHaveLength(4);
    expect(pointsOf(withPointAfter(shape, east))).toHaveLength(5);
    expect(pointsOf(withoutPoint(shape, east)!)).toHaveLength(3);
    // Back on one side, it is one ring again.
    const back = drawn(box(170, -18, 175, -16), shape);
    expect(back.polygon).toEqual([box(170, -18, 175, -16)]);
  });

  it('keeps its hole', () => {
    const holed = { ...shape, polygon: drawn(box(176, -20, 184, -10)).polygon };
    const with_hole: Shape = { ...holed, polygon: [...holed.polygon!, box(-179, -16, -178, -14)] };
    const moved = movedPoint(with_hole, 0, [175, -10]);
    expect([covers(moved, [-178.5, -15]), covers(moved, [-178.5, -13])]).toEqual([false, true]);
  });
});

describe('a circle', () => {
  const round = (at: LngLat) => withGeometry({ effect: 'deny' }, { kind: 'circle', at, radius_m: 150_000 });

  it('is kept with a longitude that the service takes, and covers both sides of the 180th meridian', () => {
    const shape = round([180.5, -17]);
    expect(shape.circle).toEqual({ lng: -179.5, lat: -17, radius_m: 150_000 });
    expect([179.5, -179, 181].map((lng) => covers(shape, [lng, -17]))).toEqual([true, true, true]);
    expect(covers(shape, [178, -17])).toBe(false);
  });
});

describe('a place that keys move', () => {
  it('does not leave the earth at a pole', () => {
    expect(steered([20, 89.9999], 'ArrowUp', true)![1]).toBe(90);
    expect(steered([20, -89.9999], 'ArrowDown', true)![1]).toBe(-90);
    expect(Math.max(...squareAround([0, 84], 5_000_000).map(([, lat]) => lat))).toBe(90);
  });
});
