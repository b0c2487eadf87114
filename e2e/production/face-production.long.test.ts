// The same tests, and the attacks that take minutes (`testing/counts.ts`).
import './face-production.test.ts';
