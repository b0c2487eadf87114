// The same tests, with their controls (`testing/counts.ts`).
import './defences.test.ts';
