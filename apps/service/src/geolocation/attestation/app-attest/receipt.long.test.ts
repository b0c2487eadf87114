// The same tests with the full counts (`testing/counts.ts`).
import './receipt.test.ts';
