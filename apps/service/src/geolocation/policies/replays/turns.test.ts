import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Who had a turn, when each asks again as soon as their turn is over. */
async function order(asked: Record<string, number>, turns: number): Promise<string[]> {
  const line = new Turns();
  const had: string[] = [];
  let done = () => {};
  const enough = new Promise<void>((resolve) => {
    done = resolve;
  });
  const work = async (org: string) => {
    while (had.length < turns) {
      const over = await line.take(org);
      had.push(org);
      if (had.length >= turns) done();
      await new Promise((resolve) => setImmediate(resolve));
      over();
    }
  };
  for (const [org, count] of Object.entries(asked)) for (let i = 0; i < count; i++) void work(org);
  await enough;
  return had.slice(0, turns);
}

test('organizations take turns, however many back-tests each of them runs', async () => {
  const had = await order({ many: 6, one: 1 }, 20);
  expect(had.filter((org) => org === 'one')).toHaveLength(10);
  expect((await order({ a: 3, b: 3, c: 1 }, 12)).toSorted().join('')).toBe('aaaabbbbcccc');
});

test('one alone does not wait', async () => {
  expect(await order({ alone: 1 }, 3)).toEqual(['alone', 'alone', 'alone']);
});

test('a turn that is ended twice is ended once', async () => {
  const line = new Turns();
  const first = await line.take('a');
  const [second, third] = [line.take('a'), line.take('b')];
  first();
  first();
  const over = await Promise.race([second, third]);
  let both = false;
  void Promise.all([second, third]).then(() => {
    both = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(both).toBe(false);
  over();
  await Promise.all([second, third]);
});
