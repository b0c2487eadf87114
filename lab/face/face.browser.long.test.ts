// The same tests with the full counts (`testing/counts.ts`).
import './face.browser.test.ts';
