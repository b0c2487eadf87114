// The same tests with the full counts (`testing/counts.ts`).
import './open-proof.test.ts';
