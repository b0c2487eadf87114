import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Readings of 100 ms each, and when they began, in tens of milliseconds. */
function paced(restMs: (took_ms: number) => number) {
  const began: number[] = [];
  const start = performance.now();
  const read = async () => {
    began.push(Math.round((performance.now() - start) / 10));
    await new Promise((resolve) => setTimeout(resolve, 100));
  };
  return { began, pace: new Pace(read, restMs) };
}

test('reads at once, and once more for all that is asked meanwhile', async () => {
  const { began, pace } = paced(() => 0);
  pace.ask();
  await vi.advanceTimersByTimeAsync(10);
  for (let i = 0; i < 50; i++) pace.ask();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(began).toEqual([0, 10]);
});

test('rests longer after a longer reading while it is asked all the time', async () => {
  const { began, pace } = paced((took_ms) => 4 * took_ms);
  for (let at = 0; at < 1_200; at += 10) {
    pace.ask();
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(began).toEqual([0, 50, 100]);
});

test('waits for a reading that it did not begin, and rests after it', async () => {
  const { began, pace } = paced(() => 50);
  pace.reading(true);
  pace.ask();
  await vi.advanceTimersByTimeAsync(300);
  expect(began).toEqual([]);
  pace.reading(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(began).toEqual([35]);
});

test('goes on after a reading that failed, and reads nothing once it is stopped', async () => {
  let tries = 0;
  const pace = new Pace(
    async () => {
      tries++;
      throw new Error('offline');
    },
    () => 0,
  );
  pace.ask();
  await vi.advanceTimersByTimeAsync(10);
  pace.ask();
  await vi.advanceTimersByTimeAsync(10);
  expect(tries).toBe(2);
  pace.ask();
  pace.stop();
  await vi.advanceTimersByTimeAsync(10);
  expect(tries).toBe(2);
});
