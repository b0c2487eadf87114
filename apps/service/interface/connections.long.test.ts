// The same tests, which also wait for the whole 10 s (`testing/counts.ts`).
import './connections.test.ts';
