// The same tests with the full counts (`testing/counts.ts`).
import './look.test.ts';
