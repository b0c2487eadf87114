// The same tests, with their control (`testing/counts.ts`).
import './erase.test.ts';
