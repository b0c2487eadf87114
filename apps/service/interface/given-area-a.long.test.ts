// The same tests with the full counts (`testing/counts.ts`).
import './given-area-a.test.ts';
