// The same tests with the full counts (`testing/counts.ts`).
import './single-use.test.ts';
