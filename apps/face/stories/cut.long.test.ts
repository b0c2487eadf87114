// A cut at every stage that has a request (`testing/counts.ts`).
import './cut.test.ts';
