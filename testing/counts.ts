/** Whether this is `npm run test:long`. */
export const LONG = process.env.TEST_LONG === '1';

/**
 * How often a randomised test tries: `full` in `npm run test:long`, `quick` in `npm test`. A file that uses
 * this has a `*.long.test.ts` beside it that runs the same tests.
 */
export const tries = (full: number, quick: number): number => (LONG ? full : quick);
