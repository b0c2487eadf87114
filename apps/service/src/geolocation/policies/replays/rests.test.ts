import { expect, test } from 'vitest';
import { Arrivals } from '../../../calls/arrivals.ts';
import { rest } from './rests.ts';

async function rested(calls: Arrivals, worked_ms: number): Promise<number> {
  const began = performance.now();
  await rest(calls, worked_ms);
  return performance.now() - began;
}

test('rests as many times as long as it worked while calls come', async () => {
  const calls = new Arrivals();
  calls.note();
  expect(await rested(calls, 10)).toBeGreaterThanOrEqual(70);
});

test('never rests so long that a back-test stands still', async () => {
  const calls = new Arrivals();
  calls.note();
  // It would be 800 s.
  expect(await rested(calls, 100_000)).toBeLessThan(5_000);
});

test('lets a call through that has just come, and does not wait for ever where they never end', async () => {
  const asked: number[] = [];
  const calls = { within: (ms: number) => asked.push(ms) > 0 } as unknown as Arrivals;
  await rest(calls, 0);
  // Whether calls come at all, and then after each of five further rests.
  expect(asked).toEqual([1_000, 10, 10, 10, 10, 10]);
});

test('goes on at once when no call came', async () => {
  expect(await rested(new Arrivals(), 100_000)).toBeLessThan(5_000);
  const calls = { within: () => false } as unknown as Arrivals;
  const began = performance.now();
  for (let i = 0; i < 100; i++) await rest(calls, 10);
  // Each rest would take 80 ms.
  expect(performance.now() - began).toBeLessThan(5_000);
});
