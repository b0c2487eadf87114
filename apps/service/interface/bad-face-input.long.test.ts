// The same tests with the full counts (`testing/counts.ts`).
import './bad-face-input.test.ts';
