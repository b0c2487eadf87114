// The same tests with the full counts (`testing/counts.ts`).
import './camera-light.test.ts';
