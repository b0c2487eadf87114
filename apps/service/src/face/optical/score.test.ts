import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mutant } from '../../../testing/mutant.ts';
import type { FaceOpticalSeen } from '../../database/tables/face.ts';
import { longestRun, scoreOf, withSighting } from './score.ts';

type Score = typeof import('./score.ts');

const NOTHING: FaceOpticalSeen = { sightings: [], latency_ms: null, score: null };

/** Adds sightings in the order of their arrival, each with its latency; null for one that was not counted. */
function after(slots: [slot: number, latency_ms: number][], with_ = withSighting): FaceOpticalSeen {
  return slots.reduce((seen, [slot, latency_ms]) => with_(seen, { slot, latency_ms }) ?? seen, NOTHING);
}

it('falls from 1 at half a second to 0 at two seconds, and never rises with the latency', () => {
  expect([0, 500, 800, 1_250, 1_999, 2_000, 10_000].map(scoreOf)).toEqual([1, 1, 0.8, 0.5, 0.001, 0, 0]);
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), (a, b) => {
      expect(scoreOf(Math.max(a, b))).toBeLessThanOrEqual(scoreOf(Math.min(a, b)));
    }),
  );
});

it('takes the median latency of the first three slots in a row when they arrive in any order', () => {
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]) {
    const latencies = [900, 300, 600];
    const seen = after(order.map((i) => [7 + i, latencies[i]!]));
    expect(seen).toMatchObject({ latency_ms: 600, score: 0.933 });
    expect(longestRun(seen)).toBe(3);
  }
});

it('does not pair when there are gaps between the codes', () => {
  const gaps: [number, number][] = [1, 2, 4, 5, 7, 8, 10].map((slot) => [slot, 100]);
  expect(after(gaps)).toMatchObject({ latency_ms: null, score: null });
  expect(longestRun(after(gaps))).toBe(2);
  expect(longestRun(NOTHING)).toBe(0);
  expect(after([...gaps, [3, 100]]).latency_ms).toBe(100);
});

it('mutation control: without the order of slots, any three codes pair', async () => {
  const { withSighting: anyThree } = await mutant<Score>('face/optical/score.ts', [
    'last?.at(-1)?.slot === sighting.slot - 1',
    'last',
  ]);
  const gaps: [number, number][] = [1, 3, 5].map((slot) => [slot, 100]);
  expect(after(gaps).latency_ms).toBeNull();
  expect(after(gaps, anyThree).latency_ms).toBe(100);
});

it('counts a slot once', () => {
  const one = withSighting(NOTHING, { slot: 5, latency_ms: 100 })!;
  expect(withSighting(one, { slot: 5, latency_ms: 50 })).toBeNull();
});
