// The same tests, with their control (`testing/counts.ts`).
import './restarts.test.ts';
