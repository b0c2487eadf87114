import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../../../../lab/borders/random.ts';
import { decisionInput, NOW_MS } from '../../../testing/engines/decision-input.ts';
import { bundledData } from '../../../testing/geodata/bundled.ts';
import type { PlaceRule } from '../geodata/places/places.ts';
import { metresPerDegree } from '../geodata/places/position.ts';
import { LAW_SPEED_MPS, nextCheckS } from './recheck.ts';

const places = bundledData().places;
const RULES: [string, PlaceRule, { lat: number; lng: number }][] = [
  ['a state', { allow: ['US-CO'] }, { lat: 39, lng: -105.5 }],
  ['a state on a winding river', { allow: ['US-KY'] }, { lat: 37.5, lng: -85.3 }],
  ['a country', { allow: ['CZ'] }, { lat: 49.8, lng: 15.5 }],
  [
    'a state with holes of its own',
    {
      allow: ['US-CO'],
      shapes: [
        { effect: 'exclusion', circle: { lat: 39, lng: -105.2, radius_m: 3_000 }, buffer_m: 500 },
        {
          effect: 'deny',
          polygon: [
            [
              [-106, 39.1],
              [-105.6, 39.1],
              [-105.6, 39.3],
              [-106, 39.1],
            ],
          ],
        },
      ],
    },
    { lat: 39, lng: -105.5 },
  ],
];

describe('a traveller at 65 mph does not cross before a check is due', () => {
  it.each(RULES)('out of %s', (_, rule, centre) => {
    const compiled = places.compileRule(rule);
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const traveller = fc.record({
      north: number(-2, 2),
      east: number(-2, 2),
      p95_m: number(5, 500),
      heading: number(0, 6.283),
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(traveller, ({ north, east, p95_m, heading, seed }) => {
        const at = { lat: centre.lat + north, lng: centre.lng + east };
        const metres = metresPerDegree(at.lat);
        const facts = compiled(at.lat, at.lng, p95_m);
        const input = decisionInput((i) => {
          Object.assign(i.evidence.positions[0]!, {
            ...at,
            accuracy_m: p95_m,
            measured_at: new Date(NOW_MS).toISOString(),
          });
          i.evidence.clock!.epoch_ms = NOW_MS;
          i.history.previous = null;
          i.rule = facts;
        });
        const due_s = nextCheckS(input);
        expect(due_s).toBeLessThanOrEqual(1_200);
        // The floor of ten seconds comes from the law; below it there is no promise.
        if (facts.inside !== true || due_s <= 10) return;
        // The true start lies within p95 of the fix, and the road turns freely.
        const { uniform } = seeded(seed);
        let [x, y, angle] = [p95_m * Math.sin(heading), p95_m * Math.cos(heading), heading];
        for (let step = 0; step < 20; step++) {
          angle += uniform() - 0.5;
          x += (Math.sin(angle) * LAW_SPEED_MPS * due_s) / 20;
          y += (Math.cos(angle) * LAW_SPEED_MPS * due_s) / 20;
          const lat = at.lat + y / metres.lat;
          expect(compiled(lat, at.lng + x / metresPerDegree((at.lat + lat) / 2).lng, p95_m).inside).toBe(
            true,
          );
        }
      }),
      { numRuns: 300, seed: 17 },
    );
  });
});
