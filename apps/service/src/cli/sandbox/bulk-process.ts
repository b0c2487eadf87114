import { rulesOf } from '../../seed/rules.ts';
import { withDeps } from '../open.ts';
import { makePart, type Part } from './bulk-part.ts';

/** One of the processes that fill a large sandbox. Its parent sends the part, and tells it when to stop. */

export type Said = { done: number } | { failed: string };

let stopped = false;
// Ctrl-C reaches the whole group of processes: the parent decides when this one ends, between two batches.
process.on('SIGINT', () => {});
process.on('message', (told: Part | 'stop') => {
  if (told === 'stop') stopped = true;
  else void run(told);
});
process.on('disconnect', () => {
  stopped = true;
});

const say = (said: Said) => process.send?.(said);

async function run(part: Part): Promise<void> {
  try {
    await withDeps(process, async (deps) => {
      const rules = await rulesOf(deps, part.org);
      await makePart(deps, rules, part, { done: (done) => say({ done }), stopped: () => stopped });
    });
  } catch (error) {
    say({ failed: (error as Error).stack ?? String(error) });
    process.exitCode = 1;
  }
  process.disconnect();
}
