import type { Position } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { honestEvidence, NOW_MS } from '../../../testing/engines/decision-input.ts';
import { choosePosition, fixAge, P95_FACTOR, p95Of, rejections } from './position.ts';

const reading = (change: Partial<Position> = {}): Position => ({
  ...honestEvidence().positions[0]!,
  ...change,
});
const choose = (...positions: Position[]) => choosePosition({ ...honestEvidence(), positions }, NOW_MS);
const aged = (age_s: number) => new Date(NOW_MS - 300 - age_s * 1_000).toISOString();

/** A small seeded generator, so that each run is the same. */
function generator(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

describe('normalisation', () => {
  it('has the factors of the interface', () => {
    expect(P95_FACTOR.p95).toBe(1);
    expect(P95_FACTOR.p68).toBeCloseTo(1.62, 2);
    expect(P95_FACTOR.rms).toBeCloseTo(1.73, 2);
  });

  it('contains the true position in 95 % of cases, within 1 %, however the platform reports accuracy', () => {
    const random = generator(7);
    const sigma = 30;
    const radii = Array.from({ length: 40_000 }, () => sigma * Math.sqrt(-2 * Math.log(random())));
    const rms = Math.sqrt(radii.reduce((sum, r) => sum + r * r, 0) / radii.length);
    const sorted = radii.toSorted((a, b) => a - b);
    const reported = { p95: sorted[38_000]!, p68: sorted[27_200]!, rms };
    for (const basis of ['p95', 'p68', 'rms'] as const) {
      const p95 = p95Of(reading({ accuracy_m: reported[basis], accuracy_basis: basis }), 'android') as number;
      const inside = radii.filter((r) => r <= p95).length / radii.length;
      expect(Math.abs(inside - 0.95), basis).toBeLessThan(0.01);
    }
  });

  it('never believes a radius below five metres', () => {
    expect(p95Of(reading({ accuracy_m: 1 }), 'ios')).toBe(5);
    expect(p95Of(reading({ accuracy_m: 0 }), 'web')).toBe(5);
  });

  it.each([
    ['not a number', { accuracy_m: Number.NaN }, 'accuracy_not_a_number'],
    ['infinite', { accuracy_m: Number.POSITIVE_INFINITY }, 'accuracy_not_a_number'],
    ['negative', { accuracy_m: -1 }, 'accuracy_not_positive'],
    ['zero on a native platform', { accuracy_m: 0 }, 'accuracy_not_positive'],
    ['over 100 km once normalised', { accuracy_m: 62_000, accuracy_basis: 'p68' }, 'accuracy_too_large'],
    ['a latitude beyond the pole', { lat: 90.1 }, 'not_a_place'],
    ['a longitude that is no number', { lng: Number.NaN }, 'not_a_place'],
  ] as const)('refuses a reading with %s', (_what, change, reason) => {
    expect(p95Of(reading(change), 'android')).toBe(reason);
    const evidence = { ...honestEvidence(), platform: 'android' as const, positions: [reading(change)] };
    expect(choosePosition(evidence, NOW_MS)).toBeNull();
    expect(rejections(evidence)).toEqual([reason]);
  });

  it('refuses a reading without a time', () => {
    expect(choose(reading({ measured_at: 'yesterday' }))).toBeNull();
  });
});

describe('choice', () => {
  it('takes the most precise reading', () => {
    expect(
      choose(reading({ accuracy_m: 80 }), reading({ accuracy_m: 20 }), reading({ accuracy_m: 50 }))?.index,
    ).toBe(1);
  });

  it('compares precision on one scale', () => {
    const ios = reading({ accuracy_m: 30, accuracy_basis: 'rms' });
    expect(choose(ios, reading({ accuracy_m: 50 }))?.index).toBe(1);
  });

  it('prefers a fresh reading to a slightly more precise old one', () => {
    const old = reading({ accuracy_m: 20, measured_at: aged(30) });
    expect(choose(old, reading({ accuracy_m: 60, measured_at: aged(1) }))?.index).toBe(1);
  });

  it('doubts an old reading more when the device was moving', () => {
    const old = { accuracy_m: 20, measured_at: aged(10) };
    const fresh = reading({ accuracy_m: 100, measured_at: aged(1) });
    expect(choose(reading(old), fresh)?.index).toBe(0);
    expect(choose(reading({ ...old, speed_mps: 30 }), fresh)?.index).toBe(1);
  });

  it('takes a reading from the future only when there is no other', () => {
    const future = reading({ accuracy_m: 5, measured_at: aged(-60) });
    expect(choose(future, reading({ accuracy_m: 900 }))?.index).toBe(1);
    expect(choose(future)?.ahead_ms).toBeGreaterThan(50_000);
  });

  it('takes the earlier in the list of two equal readings', () => {
    expect(choose(reading(), reading())?.index).toBe(0);
  });

  it('keeps no number that JSON cannot carry', () => {
    const chosen = choose(reading({ speed_mps: Number.NaN, altitude_m: undefined }));
    expect(chosen).toMatchObject({ speed_mps: null, altitude_m: null });
    expect(JSON.parse(JSON.stringify(chosen))).toEqual(chosen);
  });
});

describe('age of a fix', () => {
  const age = (measured_s: number, epoch_s: number | null, now_s: number) => {
    const { age_ms, ahead_ms } = fixAge(
      measured_s * 1_000,
      epoch_s === null ? null : epoch_s * 1_000,
      now_s * 1_000,
    );
    return [age_ms / 1_000, ahead_ms / 1_000];
  };

  it.each([
    ['a right clock: the whole time until receipt', 1_000, 1_010, 1_012, [12, 0]],
    ['a clock an hour fast changes nothing', 4_600, 4_610, 1_010, [10, 0]],
    ['a clock an hour slow adds at most thirty seconds', 1_000, 1_010, 4_610, [40, 0]],
    ['a payload held back ages by at most thirty seconds', 1_000, 1_010, 1_200, [40, 0]],
    ['a satellite time ahead of a slow clock is not the future', 1_000, 910, 1_001, [0, 0]],
    ['ahead of both clocks is', 1_100, 1_000, 1_001, [0, 99]],
    ['without a device clock ours alone counts', 1_000, null, 1_050, [50, 0]],
    ['without a device clock the future is ours', 1_060, null, 1_050, [0, 10]],
  ])('%s', (_what, measured, epoch, now, expected) => {
    expect(age(measured, epoch, now)).toEqual(expected);
  });
});
