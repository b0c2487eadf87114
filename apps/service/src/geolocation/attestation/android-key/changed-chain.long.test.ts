// The same tests with the full counts (`testing/counts.ts`).
import './changed-chain.test.ts';
