// The same tests with the full counts (`testing/counts.ts`).
import './chain.test.ts';
