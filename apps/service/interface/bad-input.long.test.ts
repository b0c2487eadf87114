// The same tests with the full counts (`testing/counts.ts`).
import './bad-input.test.ts';
