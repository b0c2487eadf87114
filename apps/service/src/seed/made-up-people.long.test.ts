// The same tests with the full counts (`testing/counts.ts`).
import './made-up-people.test.ts';
