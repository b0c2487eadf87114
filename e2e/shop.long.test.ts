// All stories of the file (`testing/counts.ts`).
import './shop.test.ts';
