// The same tests, with their controls (`testing/counts.ts`).
import './sdk-seen.test.ts';
