import { type Finding, fail, pass, skipped } from './check.ts';

/**
 * One observation that speaks for an attack. `seen` undefined: it could not be looked at, and says nothing.
 */
export interface Tell {
  name: string;
  /** 1 is enough by itself; less is a trait that honest devices show too, now and then. */
  weight: number;
  seen: boolean | undefined;
}

/** From this score up a code is raised: one strong tell, or several weak ones together. */
export const ENOUGH = 1;

/** A tell that was not seen proves little: an attacker who controls the browser controls what it reports. */
const CLEAN = 0.5;
const STRONG = 0.95;
const TOGETHER = 0.8;

const seenOf = (tells: readonly Tell[]) => tells.filter(({ seen }) => seen === true);
export const scoreOf = (tells: readonly Tell[]) => seenOf(tells).reduce((sum, { weight }) => sum + weight, 0);

/** Adds up the tells that were seen. `inputs` name each with its weight, so that a reader can follow. */
export function weighTells(code: string, tells: readonly Tell[], more: Finding['inputs'] = {}): Finding {
  const known = tells.filter(({ seen }) => seen !== undefined);
  if (known.length === 0) return skipped(code, 'no_signals');
  const seen = seenOf(known);
  const inputs = {
    tells: Object.fromEntries(seen.map(({ name, weight }) => [name, weight])),
    score: scoreOf(seen),
    looked_at: known.map(({ name }) => name),
    ...more,
  };
  if (scoreOf(seen) < ENOUGH) return pass(code, CLEAN, inputs);
  return fail(code, seen.some(({ weight }) => weight >= ENOUGH) ? STRONG : TOGETHER, inputs);
}
