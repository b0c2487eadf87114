// All stories of the file (`testing/counts.ts`).
import './review.test.ts';
