// The same tests, with their controls (`testing/counts.ts`).
import './traits.test.ts';
