// The same tests, with those that take long (`testing/counts.ts`).
import './client.test.ts';
