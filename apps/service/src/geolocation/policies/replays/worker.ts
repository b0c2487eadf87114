import { constants, setPriority } from 'node:os';

/** Linux gives each thread a priority of its own; elsewhere this would slow the whole service down. */
function lowered(to: number): void {
  if (process.platform === 'linux') setPriority(to);
}

// Whatever answers a request goes first. Not the lowest priority: on a busy machine such a thread may hold a lock of the
// process for tens of milliseconds without getting to run, and the thread that answers waits for it.
lowered(constants.priority.PRIORITY_BELOW_NORMAL);
await import('./answers.ts');
