// The same tests with the full counts (`testing/counts.ts`).
import './redeem.race.test.ts';
