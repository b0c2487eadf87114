import { describe, expect, it } from 'vitest';
import { box } from '../../../../testing/box.ts';
import { cutAtSeam } from '../../../map/globe/cut.ts';
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

describe('an area of several rings', () => {
  const island = box(-170, 0, -168, 2);
  const main = box(170, 0, 178, 10);
  const hole = box(172, 4, 174, 6);

  it('is moved by the points of an outer ring, also when the policy keeps a hole before it', () => {
    for (const polygon of [
      [main, hole, island],
      [hole, island, main],
    ]) {
      const ring = pointsOf({ effect: 'deny', polygon });
      expect([main.slice(0, -1), island.slice(0, -1)]).toContainEqual(ring);
    }
  });

  it('loses no ring when it is moved over the 180th meridian and back', () => {
    const shape: Shape = { effect: 'deny', polygon: [main, hole, island] };
    const over = drawn(box(170, 0, 182, 10), shape);
    const back = drawn(main, over);
    for (const [each, lng, east] of [
      [shape, 175, 179],
      [over, 175, 181],
      [back, 175, 179],
    ] as const) {
      expect([lng, east, -169].map((x) => covers(each, [x, 1]))).toEqual([true, east === 181, true]);
      expect(covers(each, [173, 5])).toBe(false);
    }
    expect(back.polygon).toHaveLength(3);
  });

  it('takes its holes along when the map was turned, over the 180th meridian too', () => {
    const over = box(170, 0, 190, 10);
    const rings = [over, box(179, 4, 181, 6)];
    const holed: Shape = {
      effect: 'deny',
      polygon: cutAtSeam(rings).map((ring) => ring.map(([x, y]) => [x, y])),
    };
    for (const turn of [-360, 360, 720])
      expect(drawn(box(170 + turn, 0, 190 + turn, 10), holed)).toEqual(drawn(over, holed));
  });

  it('stays valid when a hole has points that are nearer than the digits that a policy keeps', () => {
    const near: [number, number][] = [[172, 4], [173, 4], [173.00000001, 4.00000001], [173, 6], [172, 4]]; // biome-ignore format: one line
    const moved = movedPoint({ effect: 'deny', polygon: [main, near] }, 0, [170.5, 0]);
    expect(moved.polygon![1]).toHaveLength(4);
    for (const ring of moved.polygon!)
      expect(ring.every((point, i) => i === 0 || String(point) !== String(ring[i - 1]))).toBe(true);
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
