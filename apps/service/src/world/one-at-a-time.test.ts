import { expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

/** Work whose runs end when the test says so. */
function heldWork() {
  const ends: (() => void)[] = [];
  const work = oneAtATime(() => new Promise((resolve) => ends.push(resolve)));
  const endRun = async () => {
    ends.at(-1)!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { work, endRun, runs: () => ends.length };
}

it('begins at once, and answers a burst with one more run after the first', async () => {
  const { work, endRun, runs } = heldWork();
  work.ask();
  expect(runs()).toBe(1);
  for (let n = 0; n < 10; n++) work.ask();
  expect(runs()).toBe(1);
  await endRun();
  expect(runs()).toBe(2);
  await endRun();
  expect(runs()).toBe(2);
});

it('runs again for what is asked after it has ended', async () => {
  const { work, endRun, runs } = heldWork();
  work.ask();
  await endRun();
  work.ask();
  expect(runs()).toBe(2);
});

it('begins no further run after its end', async () => {
  const { work, endRun, runs } = heldWork();
  work.ask();
  work.ask();
  work.end();
  await endRun();
  expect(runs()).toBe(1);
});
