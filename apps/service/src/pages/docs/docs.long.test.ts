// The same tests with the full counts (`testing/counts.ts`).
import './docs.test.ts';
