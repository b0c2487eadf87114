// The same tests with the full counts (`testing/counts.ts`).
import './lost-reply.test.ts';
