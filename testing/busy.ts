import { availableParallelism, loadavg } from 'node:os';

/**
 * How many times longer than alone everything takes now: a machine with more to do than cores shares them
 * out.
 */
const slower = (): number => Math.max(1, (1.5 * loadavg()[0]!) / availableParallelism());

/**
 * A bound on time that is a promise on a quiet machine. On a busy one it grows with the load, so that a test
 * tells a slow service from a slow computer.
 */
export const within = (ms: number): number => ms * slower();

/**
 * The same for processor time. It leaves out the time of other programs. But they share caches and the halves of a
 * core with this one, so its bound grows with the load as well, to twice as much at most.
 */
export const withinWork = (ms: number): number => ms * Math.min(2, slower());
