import { expect, it } from 'vitest';
import { testService } from '../../testing/hooks.ts';
import { mutantInside } from '../../testing/mutant.ts';
import { countMiss, Misses } from './short-code.ts';

const service = testService();

/** How many of forty guesses at once are answered. */
async function answered(count: typeof countMiss, ip: string): Promise<number> {
  const misses = new Misses(service.deps.log);
  const guesses = await Promise.allSettled(
    Array.from({ length: 40 }, () => count({ ...service.deps, misses }, ip)),
  );
  return guesses.filter(({ status }) => status === 'fulfilled').length;
}

it('answers ten guesses of an address, also when they come at once', async () => {
  expect(await answered(countMiss, '198.51.100.1')).toBe(10);
});

it('counts a whole IPv6 network as one address', async () => {
  expect(await answered(countMiss, '2001:db8:1:1::1')).toBe(10);
  expect(await answered(countMiss, '2001:db8:1:1:ffff::2')).toBe(0);
});

it('mutation control: without the condition in the statement every guess is answered', async () => {
  const { countMiss: broken } = await mutantInside<{ countMiss: typeof countMiss }>(
    'handoff/short-code.ts',
    'calls/guesses.ts',
    ['WHERE g.tat <=', 'WHERE true OR g.tat <='],
  );
  expect(await answered(broken, '198.51.100.2')).toBe(40);
});
