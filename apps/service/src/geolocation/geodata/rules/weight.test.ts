import { describe, expect, it } from 'vitest';
import { sample, tries } from '../../../../../../testing/counts.ts';
import { bundledData } from '../../../../testing/geodata/bundled.ts';
import { shapeProblems } from '../../decision/shape-problems.ts';
import type { PlaceRule } from '../places/places.ts';

const places = bundledData().places;
type Ring = [number, number][];

const round = (corners: number, lng: number, lat: number, radius: (i: number) => number): Ring =>
  Array.from({ length: corners + 1 }, (_, at) => {
    const i = at % corners;
    const angle = (2 * Math.PI * i) / corners;
    return [lng + radius(i) * Math.cos(angle), lat + radius(i) * Math.sin(angle)];
  });

/** Thousands of teeth as wide as the whole shape. */
function comb(corners: number): Ring {
  const teeth = Math.floor((corners - 4) / 2);
  const ring: Ring = [[-74, 40]];
  for (let i = 0; i < teeth; i++) {
    const lat = 40 + (i + 1) / (teeth + 2);
    ring.push([-74.0001, lat], [-74.9999, lat + 0.5 / (teeth + 2)]);
  }
  ring.push([-73.9999, 41], [-73.9998, 40], [-74, 40]);
  return ring;
}
const polygon = (ring: Ring) => ({ effect: 'allow' as const, polygon: [ring] });
const circles = (count: number, spot: (i: number) => { lat: number; lng: number; radius_m: number }) => ({
  shapes: Array.from({ length: count }, (_, i) => ({ effect: 'exclusion' as const, circle: spot(i) })),
});

describe('a rule that a person would draw', () => {
  const LIGHT: Record<string, PlaceRule> = {
    'a coast of 9,999 corners': {
      shapes: [polygon(round(9_999, -74, 40, (i) => 0.5 + 0.001 * (i % 3)))],
    },
    '1,000 circles': circles(1_000, (i) => ({
      lat: 40 + i / 1_000,
      lng: -74 + (i % 30) / 100,
      radius_m: 500,
    })),
    'many places': { allow: ['US', 'CA', 'GB', 'DE', 'FR'], deny: ['US-WA', 'US-ID', 'CA-QC', 'FR-COR'] },
    nothing: {},
  };
  // The rule with pauses below has coasts of almost as many corners, and must be light too.
  it.each(sample(LIGHT, '1,000 circles', 'many places', 'nothing'))('is light: %s', (_, rule) => {
    expect(places.tooHeavy(rule)).toBeNull();
  });
});

/** How many coasts the largest rule has. */
const COASTS = tries(5, 2);

it('the largest rule is compiled with pauses, and answers the same', () => {
  const rings = Array.from({ length: COASTS }, (_, k) =>
    round(9_800, -76 + k, 40, (i) => 0.4 + 1e-5 * (i % 3)),
  );
  const rule = { shapes: rings.map(polygon) };
  const steps = places.weighing(rule);
  let pauses = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) pauses++;
  // Without them it is a second in which nothing else is answered.
  expect(pauses).toBeGreaterThan(200 * COASTS);
  const weighed = step.value;
  if (weighed.heavy !== null) throw new Error(weighed.heavy);
  const plain = places.compileRule(rule);
  for (const lng of [-76, -75.61, -75.6, -75.5, -70])
    expect(weighed.rule(40, lng, 20)).toEqual(plain(40, lng, 20));
});

describe('a rule that would make other requests wait', () => {
  const HEAVY: Record<string, PlaceRule> = {
    'a comb': { shapes: [polygon(comb(9_999))] },
    '1,000 circles on a heap': circles(1_000, (i) => ({
      lat: 40 + i / 1e4,
      lng: -74,
      radius_m: 50_000 + i,
    })),
    '1,000 circles as large as a continent': circles(1_000, (i) => ({
      lat: 40 + i / 100,
      lng: -74,
      radius_m: 5e6,
    })),
  };
  it.each(sample(HEAVY, 'a comb', '1,000 circles on a heap'))(
    'is refused before it costs much: %s',
    (_, rule) => {
      const before = process.cpuUsage();
      expect(places.tooHeavy(rule)).toMatch(/^These shapes are too intricate/);
      const { user } = process.cpuUsage(before);
      // Prepared in full, the circles take ten times as long and more.
      expect(user / 1e6).toBeLessThan(5);
    },
  );

  it('cannot hide behind long edges that cross nowhere', () => {
    const star = round(9_998, -74, 40, (i) => (i % 2 ? 0.5 : 0.1));
    const before = process.cpuUsage();
    expect(shapeProblems(polygon(star), 'rule.shapes[0]')).toEqual([
      { path: 'rule.shapes[0].polygon[0]', message: expect.stringMatching(/too many long edges/) },
    ]);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
    expect(shapeProblems(polygon(comb(9_999)), 'rule.shapes[0]')).toEqual([]);
  });
});
