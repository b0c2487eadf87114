// The same tests with the full counts (`testing/counts.ts`).
import './strangers.test.ts';
