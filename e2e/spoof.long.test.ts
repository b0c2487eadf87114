// The same tests with the full counts (`testing/counts.ts`).
import './spoof.test.ts';
