// The same tests with the full counts (`testing/counts.ts`).
import './evidence-verify.test.ts';
