// The same walks, every look of every screen (`testing/counts.ts`).
import './screens.browser.test.ts';
