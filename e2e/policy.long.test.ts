// All stories of the file (`testing/counts.ts`).
import './policy.test.ts';
