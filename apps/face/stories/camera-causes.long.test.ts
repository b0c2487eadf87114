// The same tests with the full counts (`testing/counts.ts`).
import './camera-causes.test.ts';
