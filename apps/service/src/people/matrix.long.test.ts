// The same tests with the full counts (`testing/counts.ts`).
import './matrix.test.ts';
