// The same tests with the full counts (`testing/counts.ts`).
import './shapes.test.ts';
