// All stories of the file (`testing/counts.ts`).
import './decision.test.ts';
