import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisionInput, NOW_MS, TRENTON } from '../../../testing/engines/decision-input.ts';
import { greatCircleM } from '../geodata/places/great-circle.ts';
import type { DecisionInput } from './facts.ts';
import { isStatic, LAW_SPEED_MPS, nextCheckS, recheckOn, softLeadS } from './recheck.ts';

/**
 * A fix of 20 m p95, just measured, at this distance from the rule's border. `static` adds ten minutes at one
 * place.
 */
function atDistance(
  distance_m: number | null,
  motion: 'mobile' | 'static',
  change: (i: DecisionInput) => void = () => {},
) {
  const input = decisionInput((i) => {
    i.evidence.positions[0]!.accuracy_m = 20;
    i.evidence.positions[0]!.measured_at = new Date(NOW_MS).toISOString();
    i.evidence.clock!.epoch_ms = NOW_MS;
    i.rule!.signed_distance_m = distance_m;
    if (motion === 'mobile') i.history.previous = null;
    change(i);
  });
  expect(isStatic(input)).toBe(motion === 'static');
  return nextCheckS(input);
}

describe('the clock of the law', () => {
  it.each([
    [1_200, 10, 300],
    [1_600, 19, 300],
    [5_000, 136, 1_200],
    [10_000, 309, 1_200],
    [20_000, 653, 1_200],
    [36_000, 1_200, 1_200],
    [null, 1_200, 1_200],
  ])('at %s m: %i s moving, %i s static', (distance_m, mobile_s, static_s) => {
    expect(atDistance(distance_m, 'mobile')).toBe(mobile_s);
    expect(atDistance(distance_m, 'static')).toBe(static_s);
    if (distance_m) expect(atDistance(-distance_m, 'mobile')).toBe(mobile_s);
  });

  it('counts the age of the fix as time already travelled', () => {
    const later = atDistance(5_000, 'mobile', (i) => {
      i.evidence.positions[0]!.measured_at = new Date(NOW_MS - 30_000).toISOString();
    });
    expect(later).toBe(106);
  });

  it('follows a stricter policy', () => {
    const strict = (i: DecisionInput) => {
      i.policy.definition.recheck = { max_s: 200, border_m: 8_000 };
    };
    expect(atDistance(20_000, 'static', strict)).toBe(200);
    expect(atDistance(20_000, 'mobile', strict)).toBe(200);
    const wider = (i: DecisionInput) => {
      i.policy.definition.recheck = { border_m: 8_000 };
    };
    expect(atDistance(7_000, 'static', wider)).toBe(300);
  });

  it('asks again within five minutes when there is no position', () => {
    expect(nextCheckS({ ...decisionInput(), position: null })).toBe(300);
  });

  it('is a whole number between 10 s and 20 min, and never above 5 min within a mile', () => {
    const metres = fc.double({ min: -60_000, max: 60_000, noNaN: true });
    fc.assert(
      fc.property(metres, fc.boolean(), (distance_m, stays) => {
        const seconds = atDistance(distance_m, stays ? 'static' : 'mobile');
        expect(Number.isInteger(seconds)).toBe(true);
        expect(seconds).toBeGreaterThanOrEqual(10);
        expect(seconds).toBeLessThanOrEqual(1_200);
        if (Math.abs(distance_m) <= 1_609) expect(seconds).toBeLessThanOrEqual(300);
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});

describe('a traveller at no more than 65 mph', () => {
  const walk = fc.record({
    distance_m: fc.double({ min: 2_500, max: 60_000, noNaN: true }),
    p95_m: fc.double({ min: 5, max: 900, noNaN: true }),
    age_s: fc.integer({ min: 0, max: 59 }),
    /** Steps of ten seconds: share of the top speed, and direction relative to the border. */
    steps: fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
      {
        minLength: 126,
        maxLength: 126,
      },
    ),
    straight: fc.boolean(),
    /** Error of the fix and of the border data, as a share of the declared error. */
    errors: fc.tuple(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
    ),
  });

  it('never crosses the border before the next check is due', () => {
    fc.assert(
      fc.property(walk, ({ distance_m, p95_m, age_s, steps, straight, errors }) => {
        const due_s = atDistance(distance_m, 'mobile', (i) => {
          i.evidence.positions[0]!.accuracy_m = p95_m;
          i.evidence.positions[0]!.measured_at = new Date(NOW_MS - age_s * 1_000).toISOString();
        });
        fc.pre(due_s > 10);
        let left_m = distance_m + errors[0] * p95_m + errors[1] * 1_000;
        for (let t = 0; t < age_s + due_s; t += 10) {
          const [share, heading] = straight ? [1, -1] : steps[t / 10]!;
          const step_s = Math.min(10, age_s + due_s - t);
          left_m += share * heading * LAW_SPEED_MPS * step_s;
          expect(left_m).toBeGreaterThanOrEqual(-1e-6);
        }
      }),
      { numRuns: 500, seed: 65 },
    );
  });
});

describe('static', () => {
  const staysIf = (change: (input: DecisionInput) => void) => isStatic(decisionInput(change));
  const previous = (more: object) => (i: DecisionInput) => Object.assign(i.history.previous!, more);

  it('needs two passes of one install at one place, five to thirty minutes apart', () => {
    expect(staysIf(() => {})).toBe(true);
  });

  it.each<[string, (input: DecisionInput) => void]>([
    ['without an earlier pass', (i) => Object.assign(i.history, { previous: null })],
    ['after a review', previous({ decision: 'review' })],
    ['after four minutes', previous({ at_ms: NOW_MS - 240_000 })],
    ['after an hour', previous({ at_ms: NOW_MS - 3_600_000 })],
    ['a hundred metres away', previous({ lat: TRENTON.lat + 0.0009 })],
    ['on another install', previous({ install_id: 'install-2' })],
    ['without an install id', (i) => Object.assign(i, { install: { id: null, valid: null } })],
  ])('is not shown %s', (_what, change) => {
    expect(staysIf(change)).toBe(false);
  });

  it('ends on movement, which a moving device need not report', () => {
    expect(recheckOn(decisionInput())).toEqual(['ip_change', 'resume', 'permission_change', 'movement']);
    const moving = decisionInput((i) => {
      i.history.previous = null;
    });
    expect(recheckOn(moving)).toEqual(['ip_change', 'resume', 'permission_change']);
  });

  it('compares by distance on the ground', () => {
    expect(greatCircleM(TRENTON, { ...TRENTON, lat: TRENTON.lat + 0.0009 })).toBeGreaterThan(80);
  });
});

describe('soft expiry', () => {
  it.each([
    [1_200, 120],
    [300, 30],
    [50, 10],
    [10, 10],
    [5, 5],
    [0, 0],
  ])('of %i s leads by %i s', (interval_s, lead_s) => {
    expect(softLeadS(interval_s)).toBe(lead_s);
  });
});
