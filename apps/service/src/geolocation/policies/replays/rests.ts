import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Arrivals } from '../../../calls/arrivals.ts';

/** Calls come when the last one is not older. */
const CALLED_WITHIN_MS = 1_000;
/** The rest, as a multiple of the work before it: one call in so many meets the work, and the others do not feel it. */
const TIMES_THE_WORK = 8;
const LONGEST_MS = 250;
/** A call that has just come is let through first, some times in a row at most. */
const LET_THROUGH_MS = 10;
const LET_THROUGH_MOST = 5;

/**
 * Lets calls have the machine to themselves after some work. The rest is measured by the time that the work took: it
 * gets longer by itself where the processor or the database is busy. Without calls there is no rest.
 */
export async function rest(calls: Pick<Arrivals, 'within'>, worked_ms: number): Promise<void> {
  if (!calls.within(CALLED_WITHIN_MS)) return nextTurn();
  await sleep(Math.min(worked_ms * TIMES_THE_WORK, LONGEST_MS));
  for (let i = 0; i < LET_THROUGH_MOST && calls.within(LET_THROUGH_MS); i++) await sleep(LET_THROUGH_MS);
}
