import { type Finding, fail, pass, skipped } from './check.ts';

/** One thing that speaks for an attack. `seen` undefined: it could not be looked at, which says nothing. */
export interface Tell {
  name: string;
  /** 1 is enough by itself; less is something that honest devices do too, now and then. */
  weight: number;
  seen: boolean | undefined;
}

/** From here on a code is raised: one strong tell, or several weak ones together. */
export const ENOUGH = 1;

/** Not having been seen proves little: whoever controls the browser controls what it says. */
const CLEAN = 0.5;
const STRONG = 0.95;
const TOGETHER = 0.8;

const seenOf = (tells: readonly Tell[]) => tells.filter(({ seen }) => seen === true);
export const scoreOf = (tells: readonly Tell[]) => seenOf(tells).reduce((sum, { weight }) => sum + weight, 0);

/** Adds up what was seen; `inputs` name each tell with its weight, so that a reader can follow. */
export function judge(code: string, tells: readonly Tell[], more: Finding['inputs'] = {}): Finding {
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
