import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/** How many threads want a core at this moment, where the system tells it (proc_loadavg(5)). */
function running(): number {
  try {
    return Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[3]!.split('/')[0]);
  } catch {
    return 0;
  }
}

/**
 * How many times longer than alone everything takes now: a machine with more to do than cores shares them
 * out. The load of a minute tells it late where work has just begun.
 */
const slower = (): number => Math.max(1, (1.5 * Math.max(loadavg()[0]!, running())) / availableParallelism());

/**
 * A bound on time that is a promise on a quiet machine. On a busy one it grows with the load, so that a test
 * tells a slow service from a slow computer.
 */
export const within = (ms: number): number => ms * slower();
