// The same tests with the full counts (`testing/counts.ts`).
import './regions-at.test.ts';
