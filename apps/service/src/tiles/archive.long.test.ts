// The same tests, with their control (`testing/counts.ts`).
import './archive.test.ts';
