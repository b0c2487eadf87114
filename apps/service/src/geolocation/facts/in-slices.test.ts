import { expect, it } from 'vitest';
import type { Steps } from '../geodata/rules/steps.ts';
import { inTurn } from './in-slices.ts';

/** Work of many steps, each of which takes a millisecond. */
function* work(steps: number, told: () => void): Steps<string> {
  for (let i = 0; i < steps; i++) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    yield;
  }
  told();
  return 'done';
}

it('lets other work in between', async () => {
  let turns = 0;
  const ticking = setInterval(() => turns++, 1);
  try {
    expect(
      await inTurn(
        'one',
        work(60, () => {}),
      ),
    ).toBe('done');
  } finally {
    clearInterval(ticking);
  }
  expect(turns).toBeGreaterThan(4);
});

it('lets organizations take turns, and refuses a fifth that would wait', async () => {
  const order: string[] = [];
  const ask = (org: string) =>
    inTurn(
      org,
      work(20, () => order.push(org)),
    ).catch((error) => {
      order.push(`${org} ${error.code}`);
    });
  await Promise.all([...Array.from({ length: 6 }, () => ask('many')), ask('few')]);
  expect(order).toEqual(['many rate_limited', 'many', 'many', 'few', 'many', 'many', 'many']);
});

it('goes on after work that failed', async () => {
  function* failing(): Steps<never> {
    yield* work(20, () => {});
    throw new Error('broken');
  }
  await expect(inTurn('one', failing())).rejects.toThrow('broken');
  expect(
    await inTurn(
      'one',
      work(20, () => {}),
    ),
  ).toBe('done');
});
