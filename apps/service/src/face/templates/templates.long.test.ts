// The same tests with the full counts (`testing/counts.ts`).
import './templates.test.ts';
