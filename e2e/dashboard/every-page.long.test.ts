// All stories of the file (`testing/counts.ts`).
import './every-page.test.ts';
