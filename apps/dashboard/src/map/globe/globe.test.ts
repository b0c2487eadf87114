import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findShapeProblems } from '../../../../service/src/geolocation/decision/shape-problems.ts';
import { fromCentre } from '../../../../service/src/geolocation/geodata/rules/circle.ts';
import { atOnce } from '../../../../service/src/geolocation/geodata/rules/steps.ts';
import { box } from '../../../testing/box.ts';
import type { LngLat } from '../mercator.ts';
import { goesAround, metresFrom, onRim, radiusThrough, ringAround, sidesFor } from './circle.ts';
import { cutAtSeam } from './cut.ts';
import { asDecided } from './edges.ts';
import { joinedAtSeam } from './joined.ts';
import { beside, wrapped } from './turns.ts';

describe('a circle on the map', () => {
  const CIRCLES: [LngLat, number][] = [
    [[-74.7, 40.2], 260],
    [[20, 60], 49_000],
    [[20, 60], 51_000],
    [[20, 60], 1_500_000],
    [[179.5, -17], 150_000],
    [[-60, 80], 2_000_000],
    [[0, -89.9], 5_000_000],
  ];

  it.each(CIRCLES)('has its rim where the service decides: %j, %d m', (at, radius_m) => {
    const circle = { lat: at[1], lng: at[0], radius_m };
    for (let bearing = 0; bearing < 360; bearing += 7) {
      const [lng, lat] = onRim(at, radius_m, bearing);
      expect(Math.abs(fromCentre(circle, lat, wrapped(lng)) / radius_m - 1)).toBeLessThan(1e-4);
      expect(metresFrom(at, radius_m, [lng, lat])).toBeCloseTo(fromCentre(circle, lat, wrapped(lng)), 3);
    }
  });

  it('gets the radius back from a place of its rim', () => {
    for (const [at, radius_m] of CIRCLES)
      expect(Math.abs(radiusThrough(at, onRim(at, radius_m, 77)) - radius_m)).toBeLessThanOrEqual(1);
    expect(radiusThrough([0, 0], [0, 0])).toBe(1);
    expect(radiusThrough([0, 0], [170, 0])).toBe(5_000_000);
  });

  it('has its rim next to the pointer when the measure changes there', () => {
    for (const lat of [0, 30, 60, 80])
      for (const bearing of [0, 45, 90])
        for (let out = 0.99; out < 1.01; out += 0.0002) {
          const centre = [10, lat] as const;
          const edge = onRim(centre, 50_000, bearing);
          const rim = [10 + (edge[0] - 10) * out, lat + (edge[1] - lat) * out] as const;
          const radius_m = radiusThrough(centre, rim);
          const off = Math.abs(metresFrom(centre, radius_m, rim) - radius_m);
          // Only the largest flat circle may end before the pointer.
          expect(off <= 1 || radius_m === 50_000, `${lat} ${bearing} ${out} ${radius_m}`).toBe(true);
        }
  });

  it('is a closed ring without jumps when it lies over the 180th meridian', () => {
    const ring = ringAround([179.5, -17], 150_000, 64);
    expect(ring[0]).toEqual(ring.at(-1));
    expect(Math.max(...ring.map(([lng]) => lng))).toBeGreaterThan(180.5);
    expect(ring.every(([lng], i) => i === 0 || Math.abs(lng - ring[i - 1]![0]) < 1)).toBe(true);
    expect(goesAround(ring)).toBe(false);
  });

  it.each([
    [80, 90],
    [-80, -90],
  ])('covers every meridian up to the pole when it holds the pole: %d', (lat, pole) => {
    const ring = ringAround([-60, lat], 2_000_000, 96);
    expect(goesAround(ring)).toBe(true);
    expect(ring[0]).toEqual(ring.at(-1));
    // The ends of the strip are out of sight, wherever the map is moved to.
    const ends = ring.filter(([, y]) => y === pole).map(([lng]) => lng);
    expect(Math.min(...ends)).toBeLessThan(-600);
    expect(Math.max(...ends)).toBeGreaterThan(600);
    for (let lng = -540; lng <= 540; lng += 15) {
      expect(holds(ring, [lng + 0.1, pole * 0.99])).toBe(true);
      expect(holds(ring, [lng + 0.1, lat * 0.7])).toBe(false);
    }
  });

  it('looks round from far and from near', () => {
    for (const px of [1, 20, 200, 2_000]) {
      const sides = sidesFor(px);
      expect(px * (1 - Math.cos(Math.PI / sides))).toBeLessThan(0.2);
    }
  });
});

/** Whether a place lies in a ring of the map, by even and odd. */
function holds(ring: readonly LngLat[], [x, y]: LngLat): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [[x0, y0], [x1, y1]] = [ring[i - 1]!, ring[i]!];
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
  }
  return inside;
}
const covers = (rings: readonly (readonly LngLat[])[], at: LngLat) =>
  rings.filter((ring) => holds(ring, at)).length % 2 === 1;
const problemsOf = (rings: LngLat[][]) =>
  atOnce(
    findShapeProblems(
      {
        effect: 'deny',
        polygon: rings.map((ring) => ring.map(([lng, lat]): [number, number] => [lng, lat])),
      },
      's',
    ),
  );

describe('an area over the 180th meridian', () => {
  it('is two rings that end there, and one again on the map', () => {
    const drawn = [box(179, -18, 181, -16)];
    const cut = cutAtSeam(drawn);
    expect(cut.map((ring) => [...new Set(ring.map(([lng]) => lng))].sort())).toEqual([
      [179, 180],
      [-179, -180],
    ]);
    expect(problemsOf(cut)).toEqual([]);
    const [joined, ...more] = joinedAtSeam(cut);
    expect(more).toEqual([]);
    expect(joined).toHaveLength(5);
    expect([179, 181]).toContain(beside(joined![0]![0], 180));
  });

  it('stays as it was drawn when it does not reach over it', () => {
    for (const ring of [box(170, 0, 180, 5), box(-180, 0, -170, 5), box(-10, 0, 10, 5)]) {
      expect(cutAtSeam([ring])).toEqual([ring]);
      expect(joinedAtSeam([ring])).toEqual([ring]);
    }
    expect(cutAtSeam([box(185, 0, 190, 5)])).toEqual([box(-175, 0, -170, 5)]);
  });

  it('keeps a hole that the meridian runs through', () => {
    const cut = cutAtSeam([box(178, 0, 182, 10), box(179, 4, 181, 6)]);
    expect(problemsOf(cut)).toEqual([]);
    expect([covers(cut, [179.5, 5]), covers(cut, [-179.5, 5]), covers(cut, [-179.5, 8])]).toEqual([
      false,
      false,
      true,
    ]);
    expect(joinedAtSeam(cut).map(({ length }) => length)).toEqual([5, 5]);
  });

  it('is not joined when nothing goes on beyond the meridian, or when it goes around the world', () => {
    for (const rings of [
      [box(179, 0, 180, 5), box(-180, 6, -179, 8)],
      // They meet in a corner alone.
      [box(179, 0, 180, 5), box(-180, 5, -179, 8)],
      [box(178, 0, 180, 5), box(178, 6, 180, 8)],
      [box(-180, 60, 180, 70)],
    ])
      expect(joinedAtSeam(rings)).toEqual(rings);
  });

  it.each<[string, LngLat[][], number]>([
    ['two parts in the east', [box(178, 0, 180, 5), box(-180, 0, -178, 2), box(-180, 3, -178, 5)], 1],
    ['less in the east', [box(178, 0, 180, 5), box(-180, 1, -178, 4)], 1],
    ['one end in common', [box(178, 0, 180, 5), box(-180, 1, -178, 5)], 1],
    ['ends with fewer digits', [box(178, 0, 180, 5), box(-180, 0.000003, -178, 4.999996)], 1],
    ['a part of its own', [box(178, 0, 180, 5), box(-180, 0, -178, 5), box(-180, 7, -178, 9)], 2],
    ['a hole in the west', [...cutAtSeam([box(176, 0, 184, 10), box(178, 4, 180, 6)])], 2],
  ])(
    'is joined where it goes on, and has a border along the meridian elsewhere: %s',
    (what, rings, count) => {
      const joined = joinedAtSeam(rings);
      expect(joined).toHaveLength(count);
      if (what === 'ends with fewer digits') expect(joined[0]).toHaveLength(5);
      const again = cutAtSeam(joined);
      expect(problemsOf(again)).toEqual([]);
      for (let lng = 175.3; lng < 185; lng += 0.9)
        for (let lat = -0.7; lat < 11; lat += 0.6) {
          const at: LngLat = [wrapped(lng), lat];
          expect([at, covers(again, at)]).toEqual([at, covers(rings, at)]);
          expect([at, covers(joined, [lng, lat]) || covers(joined, at)]).toEqual([at, covers(rings, at)]);
        }
    },
  );

  it('has its outer ring first and its holes inside of it, in whichever order the rings are kept', () => {
    const cut = cutAtSeam([
      box(170, 0, 190, 10),
      box(179, 4, 181, 6),
      box(186, 4, 187, 6),
      box(172, 4, 173, 6),
    ]);
    for (const rings of [cut, cut.toReversed()])
      for (let first = 0; first < 8; first++) {
        const kept = rings.map((ring) => {
          const corners = ring.slice(1);
          const turned = corners.map((_, i) => corners[(i + first) % corners.length]!);
          return [turned.at(-1)!, ...turned];
        });
        const [outer, ...holes] = joinedAtSeam(kept);
        expect(holes).toHaveLength(3);
        for (const hole of holes) expect(holds(outer!, hole[0]!)).toBe(true);
      }
  });

  it('is kept with each hole behind the ring that it lies in', () => {
    const [west, hole, east, ...more] = cutAtSeam([box(170, 0, 190, 10), box(172, 4, 173, 6)]);
    expect(hole).toEqual(box(172, 4, 173, 6));
    expect([holds(west!, [172, 4]), holds(east!, [-175, 5]), more.length]).toEqual([true, true, 0]);
  });

  it('may have a hole that only touches the meridian, or runs along it', () => {
    const tip: LngLat[] = [[178, 4], [180, 5], [178, 6], [178, 4]]; // biome-ignore format: a triangle in one line
    for (const hole of [tip, tip.map(([lng, lat]): LngLat => [360 - lng, lat]), box(178, 4, 180, 6)]) {
      const drawn = [box(175, 0, 185, 10), hole];
      const cut = cutAtSeam(drawn);
      expect(problemsOf(cut)).toEqual([]);
      const again = cutAtSeam(joinedAtSeam(cut));
      expect(problemsOf(again)).toEqual([]);
      for (let lng = 175.33; lng < 185; lng += 0.3)
        for (const lat of [3.9, 4.6, 5.1, 5.7, 6.3]) {
          const expected = [lng, lat, covers(drawn, [lng, lat])];
          expect([lng, lat, covers(cut, [wrapped(lng), lat])]).toEqual(expected);
          expect([lng, lat, covers(again, [wrapped(lng), lat])]).toEqual(expected);
        }
    }
  });

  it('has no edge of more than half a turn, which a policy would take for the other way around', () => {
    for (const drawn of [box(-95, 0, 95, 10), box(0, 0, 300, 10)]) {
      const cut = cutAtSeam([drawn]);
      expect(problemsOf(cut)).toEqual([]);
      expect(covers(cut, [90, 5])).toBe(true);
      expect(covers(cut, [-100, 5])).toBe(drawn[1]![0] === 300);
    }
  });

  it('is kept whole, however often the map was turned', () => {
    for (const turn of [-5, -3, 3, 7])
      expect(cutAtSeam([box(178 + 360 * turn, 0, 182 + 360 * turn, 5)])).toEqual(
        cutAtSeam([box(178, 0, 182, 5)]),
      );
  });

  it('is taken by the service and means what was drawn, whatever its form', () => {
    const star = fc.tuple(
      fc.integer({ min: -260, max: 260 }),
      fc.array(fc.integer({ min: 4, max: 70 }), { minLength: 5, maxLength: 12 }),
    );
    fc.assert(
      fc.property(
        star,
        fc.array(
          fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
          { minLength: 20, maxLength: 20 },
        ),
        ([middle, arms], tried) => {
          const corners = arms.map((arm, i): LngLat => {
            const turn = (2 * Math.PI * (i + 0.137)) / arms.length;
            return [middle + 0.31 + arm * Math.cos(turn), arm * Math.sin(turn)];
          });
          const drawn = [...corners, corners[0]!];
          const cut = cutAtSeam([drawn]);
          expect(problemsOf(cut)).toEqual([]);
          for (const [x, y] of tried) {
            const at: LngLat = [middle + 75 * x + 0.0007, 75 * y];
            expect(covers(cut, [wrapped(at[0]), at[1]])).toBe(holds(drawn, at));
          }
          // On the map it is one again, with the points that were drawn.
          const joined = joinedAtSeam(cut);
          expect(joined).toHaveLength(1);
          expect(joined[0]).toHaveLength(drawn.length);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('an edge of a shape', () => {
  it('bends on the map when it is long and slants, as its decision does not', () => {
    const [middle] = asDecided([
      [0, 40],
      [40, 70],
    ]).filter(([lng]) => Math.abs(lng - 20) < 1e-9);
    expect(middle![1]).toBeCloseTo(55, 9);
    const square = box(0, 0, 40, 0.9);
    expect(asDecided(square)).toEqual(square);
    expect(asDecided(box(0, 0, 40, 60))).toHaveLength(5);
  });
});
