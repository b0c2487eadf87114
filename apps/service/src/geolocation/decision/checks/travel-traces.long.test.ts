// The same tests with the full counts (`testing/counts.ts`).
import './travel-traces.test.ts';
