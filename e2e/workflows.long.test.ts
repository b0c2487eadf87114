// All stories of the file (`testing/counts.ts`).
import './workflows.test.ts';
