// The same tests, with those that take long (`testing/counts.ts`).
import './borders.test.ts';
