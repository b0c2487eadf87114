// The same tests, with all controls (`testing/counts.ts`).
import './patterns.test.ts';
