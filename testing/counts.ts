/** Whether this is `npm run test:long`. */
export const LONG = process.env.TEST_LONG === '1';

/**
 * How often a randomised test tries: `full` in `npm run test:long`, `quick` in `npm test`. A file that uses
 * this has a `*.long.test.ts` beside it that runs the same tests.
 */
export const tries = (full: number, quick: number): number => (LONG ? full : quick);

/** Of many equal cases, `npm test` runs one in `step`; another `from` chooses others. `npm run test:long` runs all. */
export const oneIn = <T>(step: number, all: readonly T[], from = 0): T[] =>
  all.filter((_, i) => LONG || (i + from) % step === 0);

/**
 * The cases of a test that has one for each of many names. `npm test` runs those that are chosen, which stand
 * for the others; `npm run test:long` runs all.
 */
export function sample<T>(all: Readonly<Record<string, T>>, ...chosen: string[]): [string, T][] {
  const unknown = chosen.filter((name) => !(name in all));
  if (unknown.length > 0) throw new Error(`a sample of unknown cases: ${unknown.join(', ')}`);
  return Object.entries(all).filter(([name]) => LONG || chosen.includes(name));
}
