import { constants, setPriority } from 'node:os';

/** Linux gives each thread a priority of its own; elsewhere this would slow the whole service down. */
function lowered(to: number): void {
  if (process.platform === 'linux') setPriority(to);
}

// Whatever answers a request goes first. With the lowest priority a back-test alone was half as fast on a busy machine,
// and requests gained nothing that could be measured (`bench/README.md`).
lowered(constants.priority.PRIORITY_BELOW_NORMAL);
await import('./answers.ts');
