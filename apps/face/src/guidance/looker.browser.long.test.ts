// The same tests with the full counts (`testing/counts.ts`).
import './looker.browser.test.ts';
