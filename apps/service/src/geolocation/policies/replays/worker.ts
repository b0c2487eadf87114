import { constants, setPriority } from 'node:os';

/** Linux gives each thread a priority of its own; elsewhere this would slow the whole service down. */
function lowered(to: number): void {
  if (process.platform === 'linux') setPriority(to);
}

// Whatever answers a request goes first. On a busy machine the lowest priority would need a minute to load what the
// thread is made of, so that comes before.
lowered(constants.priority.PRIORITY_BELOW_NORMAL);
await import('./answers.ts');
lowered(constants.priority.PRIORITY_LOW);
