// The same tests with the full counts (`testing/counts.ts`).
import './bad-bodies.test.ts';
