import { expect, it } from 'vitest';
import type { Deps } from './deps.ts';
import { type Chore, startHousekeeping } from './housekeeping.ts';

/** Housekeeping with this one chore, and what it logs. */
function keeping(run: Chore['run'], patience_ms?: number) {
  const warned: unknown[] = [];
  const log = { warn: (fields: unknown) => void warned.push(fields) };
  const deps = { log } as unknown as Deps;
  const stop = startHousekeeping(deps, [{ name: 'slow chore', every_ms: 1, run }], patience_ms);
  return { stop, warned };
}

it('a stop waits for the chore that runs, and tells it to begin no further step', async () => {
  const ended: boolean[] = [];
  let runs = 0;
  const { stop, warned } = keeping(async (_deps, stopping) => {
    runs++;
    await new Promise<void>((resolve) => stopping.addEventListener('abort', () => setTimeout(resolve, 5)));
    ended.push(stopping.aborted);
  });
  await expect.poll(() => runs).toBe(1);
  await stop();
  expect([runs, ended, warned]).toEqual([1, [true], []]);
});

it('a stop does not wait for a chore that never ends, and names it', async () => {
  let runs = 0;
  const { stop, warned } = keeping(() => {
    runs++;
    return new Promise(() => {});
  }, 20);
  await expect.poll(() => runs).toBe(1);
  await stop();
  expect(warned).toEqual([{ chores: ['slow chore'] }]);
});

it('a chore that fails runs again', async () => {
  let runs = 0;
  const { stop, warned } = keeping(() => {
    runs++;
    return Promise.reject(new Error('no database'));
  });
  await expect.poll(() => runs).toBeGreaterThan(1);
  await stop();
  expect(warned[0]).toMatchObject({ chore: 'slow chore' });
});
