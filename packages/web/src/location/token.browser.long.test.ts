// Every fault that is no answer, and the controls (`testing/counts.ts`).
import './token.browser.test.ts';
