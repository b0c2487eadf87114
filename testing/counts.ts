/** Whether this is `npm run test:long`. */
export const LONG = process.env.TEST_LONG === '1';

/**
 * How often a test of chance tries: in full in `npm run test:long`, and less often in `npm test`. A file that
 * counts so has a `*.long.test.ts` beside it that runs the same tests.
 */
export const tries = (full: number, quick: number): number => (LONG ? full : quick);
