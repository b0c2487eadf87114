// The same tests with the full counts (`testing/counts.ts`).
import './scan-memory.test.ts';
