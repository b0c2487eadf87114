// The same tests with the full counts (`testing/counts.ts`).
import './consent.browser.test.ts';
