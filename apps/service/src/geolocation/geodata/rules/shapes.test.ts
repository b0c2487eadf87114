import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../../../../../lab/borders/random.ts';
import { tries } from '../../../../../../testing/counts.ts';
import { bundledData } from '../../../../testing/geodata/bundled.ts';
import type { PlaceRule, PlaceShape } from '../places/places.ts';
import { metresPerDegree } from '../places/position.ts';
import { fromCentre, rim } from './circle.ts';

const places = bundledData().places;
const square = (lng: number, lat: number, half: number): [number, number][] => [
  [lng - half, lat - half],
  [lng + half, lat - half],
  [lng + half, lat + half],
  [lng - half, lat + half],
  [lng - half, lat - half],
];
const area = (
  effect: PlaceShape['effect'],
  lng: number,
  lat: number,
  half: number,
  more: Partial<PlaceShape> = {},
): PlaceShape => ({ effect, name: `${effect} ${half}`, polygon: [square(lng, lat, half)], ...more });
const disc = (effect: PlaceShape['effect'], lng: number, lat: number, radius_m: number): PlaceShape => ({
  effect,
  name: `${effect} circle`,
  circle: { lat, lng, radius_m },
});
const at = (rule: PlaceRule, lat: number, lng: number, p95 = 20) => places.compileRule(rule)(lat, lng, p95);

// Colorado is bounded by parallels and meridians, and no other border is near 39 N, 104 W.
describe('what decides', () => {
  const rule: PlaceRule = {
    allow: ['US-CO'],
    shapes: [
      area('allow', -98, 39, 1),
      area('deny', -104, 39, 1),
      area('exclusion', -104, 39, 0.2),
      area('allow', -104, 39, 0.5),
    ],
  };
  it.each([
    ['an exclusion over everything', 39, -104, false, 'exclusion', 'exclusion 0.2'],
    ['a deny shape over an allow shape', 39.3, -104, false, 'shape', 'deny 1'],
    ['an allow shape over the codes', 39, -98, true, 'shape', 'allow 1'],
    ['a subdivision where no shape lies', 38, -106, true, 'subdivision', null],
    ['a subdivision that is not named', 37.5, -95, false, 'subdivision', null],
    ['a country that is not named', 51, 10, false, 'country', null],
  ])('%s', (_, lat, lng, inside, decided_by, shape) => {
    expect(at(rule, lat as number, lng as number)).toMatchObject({ inside, decided_by, shape });
  });

  it('denies the rest once a shape allows something, and allows it when shapes only deny', () => {
    expect(at({ shapes: [area('allow', 10, 51, 1)] }, 40, -100)).toMatchObject({
      inside: false,
      p_inside: 0,
    });
    expect(at({ shapes: [area('deny', 10, 51, 1)] }, 40, -100)).toMatchObject({ inside: true, p_inside: 1 });
    expect(at({ shapes: [area('deny', 10, 51, 1)] }, 30, -40)).toMatchObject({ inside: true });
  });

  it('judges a shape at sea, where no code could', () => {
    expect(at({ allow: ['US'], shapes: [area('allow', -40, 30, 1)] }, 30, -40)).toMatchObject({
      inside: true,
    });
    expect(at({ allow: ['US'] }, 30, -40).inside).toBeNull();
  });

  it('leaves out a hole, and an enclave inside an exclusion circle', () => {
    const ring: PlaceRule = {
      shapes: [{ effect: 'allow', polygon: [square(-104, 39, 0.5), square(-104, 39, 0.2).reverse()] }],
    };
    expect(at(ring, 39, -104)).toMatchObject({ inside: false, p_inside: 0 });
    expect(at(ring, 39.3, -104)).toMatchObject({ inside: true, p_inside: 1 });
    // The Vatican inside a circle around it: everything in the circle is excluded, even a country.
    const rome: PlaceRule = { allow: ['IT', 'VA'], shapes: [disc('exclusion', 12.4534, 41.9033, 5_000)] };
    expect(at(rome, 41.9033, 12.4534)).toMatchObject({ inside: false, decided_by: 'exclusion' });
    expect(at(rome, 41.9033, 12.6)).toMatchObject({ inside: true, decided_by: 'country' });
  });
});

describe('the border of a rule with shapes', () => {
  const metres = metresPerDegree(39);

  it('is measured on the ground, with no error but the stated one', () => {
    const rule = { shapes: [area('allow', -104, 39, 0.1)] };
    expect(at(rule, 39.09, -104).signed_distance_m).toBeCloseTo(0.01 * metres.lat, -1);
    expect(at(rule, 39.09, -104)).toMatchObject({ boundary_error_m: 0, bearing_deg: 180 });
    expect(at(rule, 39, -104.11)).toMatchObject({ inside: false, bearing_deg: 90 });
    const sketchy = { shapes: [area('allow', -104, 39, 0.1, { boundary_error_m: 2_000 })] };
    expect(at(sketchy, 39.09, -104).p_inside).toBeLessThan(0.95);
    expect(at({ ...rule, boundary_error_m: 2_000 }, 39.09, -104).p_inside).toBeLessThan(0.95);
  });

  it('is none between two allowed areas that overlap', () => {
    const rule = { shapes: [area('allow', -104, 39, 0.1), area('allow', -103.9, 39, 0.1)] };
    // On the east edge of the first area, in the middle of the second one.
    const answer = at(rule, 39, -103.9);
    expect(answer.p_inside).toBe(1);
    expect(answer.signed_distance_m).toBeGreaterThan(8_000);
  });

  it('is none where an allow shape lies over a state line, and is one again beyond it', () => {
    const over = { allow: ['US-CO'], shapes: [area('allow', -105.5, 41, 0.3)] };
    expect(at(over, 41.001, -105.5)).toMatchObject({ inside: true, p_inside: 1 });
    expect(at(over, 41.001, -106.5).p_inside).toBeLessThan(0.95);
    expect(at(over, 41.001, -106.5).p_inside).toBeGreaterThan(0.05);
  });

  it('is none at the edge of an exclusion where everything is denied anyway', () => {
    const rule = { allow: ['US-CO'], shapes: [disc('exclusion', -98, 39, 3_000)] };
    expect(at(rule, 39, -98.034)).toMatchObject({ inside: false, p_inside: 0 });
  });

  it('loses its buffer on the allowed side, of a shape and of a circle', () => {
    const rule = { shapes: [{ ...disc('exclusion', -104, 39, 1_000), buffer_m: 500 }] };
    const standing = (m: number) => at(rule, 39 + m / metres.lat, -104);
    expect(standing(1_250)).toMatchObject({
      inside: true,
      decided_by: 'exclusion',
      shape: 'exclusion circle',
    });
    expect(standing(1_250).signed_distance_m).toBeCloseTo(-250, -1);
    expect(standing(1_250).p_inside).toBeLessThan(0.05);
    expect(standing(1_600).p_inside).toBeGreaterThan(0.95);
  });

  it('makes the coast a border only when it is told to', () => {
    const off_shore = [34.0, -118.56] as const;
    expect(at({ allow: ['US-CA'] }, ...off_shore)).toMatchObject({ inside: true, p_inside: 1 });
    const enforced: PlaceRule = { allow: ['US-CA'], coast: 'enforce' };
    expect(at(enforced, 33.9, -118.6)).toMatchObject({ inside: false });
    expect(at(enforced, 33.9, -118.6).p_inside).toBeLessThan(0.05);
    expect(at(enforced, 34.1, -118.2).p_inside).toBeGreaterThan(0.95);
    // Surveyed areas of US states reach out to the state's line in the sea.
    expect(at(enforced, 34.0, -118.52)).toMatchObject({ inside: true });
    const shore = at({ allow: ['PT'], coast: 'enforce' }, 38.695, -9.42);
    expect(shore.p_inside).toBeLessThan(0.95);
    expect(shore.p_inside).toBeGreaterThan(0.05);
  });
});

describe('the ends of the map', () => {
  it('takes a circle across the 180th meridian from both sides', () => {
    const rule = { shapes: [disc('allow', 179.9, -16.5, 30_000)] };
    for (const lng of [179.9, 180, -180, -179.95]) expect(at(rule, -16.5, lng).inside).toBe(true);
    expect(at(rule, -16.5, -179.5).inside).toBe(false);
    const east = at(rule, -16.5, -179.84).signed_distance_m!;
    expect(east).toBeCloseTo(
      30_000 - fromCentre({ lat: -16.5, lng: 179.9, radius_m: 30_000 }, -16.5, -179.84),
      -2,
    );
  });

  it.each([
    ['one polygon', [[0, 1]]],
    ['two shapes', [[0], [1]]],
  ])('has no border inside when an area is cut at the 180th meridian into %s', (_, shapes) => {
    const halves = [square(179, -17, 1), square(-179, -17, 1)];
    const rule: PlaceRule = {
      shapes: shapes.map((of) => ({ effect: 'allow', polygon: of.map((i) => halves[i]!) })),
      buffer_m: 5_000,
    };
    for (const lng of [179.5, 179.9999, 180, -180, -179.9999, -179.5])
      expect(at(rule, -17, lng)).toMatchObject({ inside: true, p_inside: 1 });
    expect(at(rule, -17, -177.97)).toMatchObject({ inside: false });
    expect(at(rule, -17, -178.001).p_inside).toBeLessThan(0.05);
  });

  it('takes a circle over a pole', () => {
    const rule = { shapes: [disc('exclusion', 20, 89.9, 200_000)] };
    for (const lng of [-180, -90, 0, 90, 179.9]) expect(at(rule, 89.5, lng).inside).toBe(false);
    expect(at(rule, 90, 0).inside).toBe(false);
    expect(at(rule, 85, 0).inside).toBe(true);
    expect(at(rule, -90, 0)).toMatchObject({ inside: true, p_inside: 1 });
  });

  it('is uncertain on a corner and on an edge, whatever the sign of the look-up', () => {
    const rule = { shapes: [area('allow', -104, 39, 0.1)] };
    for (const [lat, lng] of [
      [39.1, -104],
      [39.1, -103.9],
      [38.9, -104.1],
    ] as const) {
      expect(at(rule, lat, lng).p_inside).toBeGreaterThan(0.05);
      expect(at(rule, lat, lng).p_inside).toBeLessThan(0.95);
    }
  });

  it.each([1, 50_000])('keeps a finite answer for a p95 of %s m', (p95) => {
    for (const [lat, lng] of [
      [90, 0],
      [-90, 180],
      [0, -180],
      [39.1, -104],
    ] as const) {
      const answer = at({ allow: ['US'], shapes: [area('deny', -104, 39, 0.1)] }, lat, lng, p95);
      expect(answer.p_inside).toBeGreaterThanOrEqual(0);
      expect(answer.p_inside).toBeLessThanOrEqual(1);
      expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
    }
  });

  it('refuses coordinates that are not a position', () => {
    const rule = places.compileRule({ shapes: [area('allow', -104, 39, 0.1)] });
    for (const [lat, lng] of [
      [Number.NaN, 0],
      [0, Number.NaN],
      [91, 0],
      [0, Infinity],
    ] as const)
      expect(() => rule(lat, lng, 20)).toThrow(RangeError);
  });

  it('draws a circle exactly as far from its centre as its radius', () => {
    for (const circle of [
      { lat: 60, lng: 10, radius_m: 300 },
      { lat: -33, lng: 151, radius_m: 40_000 },
      { lat: 70, lng: 179.9, radius_m: 900_000 },
    ])
      for (const [lng, lat] of rim(circle))
        expect(Math.abs(fromCentre(circle, lat, lng) / circle.radius_m - 1)).toBeLessThan(1e-4);
  });
});

describe('two borders close together', () => {
  const metres = metresPerDegree(39);
  /** Share of honest fixes' true positions that the rule allows, p95 of 245 m (σ = 100 m). */
  function truth(rule: PlaceRule, lat: number, lng: number): number {
    const compiled = places.compileRule(rule);
    const { normal } = seeded(5);
    const count = tries(20_000, 5_000);
    let inside = 0;
    for (let i = 0; i < count; i++) {
      const [y, x] = [lat + (100 * normal()) / metres.lat, lng + (100 * normal()) / metres.lng];
      if (compiled(y, x, 5).inside) inside++;
    }
    return inside / count;
  }
  const strip = (half_m: number): PlaceRule => {
    const [h, w] = [half_m / metres.lat, 0.1];
    const ring: [number, number][] = [
      [-104 - w, 39 - h],
      [-104 + w, 39 - h],
      [-104 + w, 39 + h],
      [-104 - w, 39 + h],
      [-104 - w, 39 - h],
    ];
    return { shapes: [{ effect: 'allow', polygon: [ring] }] };
  };
  it.each<[string, PlaceRule, number, number]>([
    ['in a strip', strip(170), 39, -104],
    ['at the edge of a strip', strip(170), 39 + 100 / metres.lat, -104],
    ['in a small circle', { shapes: [disc('allow', -104, 39, 180)] }, 39, -104],
    ['beside a small exclusion', { shapes: [disc('exclusion', -104, 39, 60)] }, 39 + 100 / metres.lat, -104],
    [
      'in a corner',
      { shapes: [area('allow', -104, 39, 0.1)] },
      39.1 - 150 / metres.lat,
      -103.9 - 150 / metres.lng,
    ],
    [
      'between two exclusions',
      { shapes: [disc('exclusion', -104, 39, 400), disc('exclusion', -104, 39 + 1_200 / metres.lat, 400)] },
      39 + 600 / metres.lat,
      -104,
    ],
  ])('weighs both %s', (_, rule, lat, lng) => {
    const { p_inside } = at(rule, lat, lng, 244.77);
    expect(Math.abs(p_inside - truth(rule, lat, lng))).toBeLessThan(0.035);
  });

  it('is not sure in a circle when one straight border would be sure', () => {
    // 1.7 σ from the rim: a straight border would give 0.955; a circle leaves 0.76.
    expect(at({ shapes: [disc('allow', -104, 39, 170)] }, 39, -104, 244.77).p_inside).toBeLessThan(0.85);
  });
});

describe('the nearest border, compared with a search without an index', () => {
  it('is the same for any arrangement of circles', () => {
    const circle = fc.record({
      x: fc.integer({ min: -3_000, max: 3_000 }),
      y: fc.integer({ min: -3_000, max: 3_000 }),
      r: fc.integer({ min: 200, max: 2_000 }),
      effect: fc.constantFrom<PlaceShape['effect'][]>('allow', 'deny', 'exclusion'),
    });
    const metres = metresPerDegree(39);
    fc.assert(
      fc.property(fc.array(circle, { minLength: 1, maxLength: 6 }), (circles) => {
        const rule = {
          shapes: circles.map(({ x, y, r, effect }) =>
            disc(effect, -104 + x / metres.lng, 39 + y / metres.lat, r),
          ),
        };
        const compiled = places.compileRule(rule);
        const here = compiled(39, -104, 5);
        // Brute force: the nearest point of a polar grid at which the rule answers differently.
        let nearest = Infinity;
        for (let d = 25; d < 5_000 && nearest === Infinity; d += 25)
          for (let a = 0; a < 120; a++) {
            const angle = (Math.PI * a) / 60;
            const there = compiled(
              39 + (d * Math.cos(angle)) / metres.lat,
              -104 + (d * Math.sin(angle)) / metres.lng,
              5,
            );
            if (there.inside !== here.inside) nearest = d;
          }
        if (nearest === Infinity) return;
        expect(Math.abs(here.signed_distance_m!)).toBeLessThanOrEqual(nearest + 5);
        // A grid finds thin slivers late, so the opposite direction is compared only roughly.
        expect(Math.abs(here.signed_distance_m!)).toBeGreaterThan(nearest - 25 - nearest * 0.1 - 60);
      }),
      { numRuns: tries(25, 12), seed: 3 },
    );
  });
});
