// The same tests with the full counts (`testing/counts.ts`).
import './app-attest.test.ts';
