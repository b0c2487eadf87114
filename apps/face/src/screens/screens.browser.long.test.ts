// The same walks, every look of every screen (`testing/counts.ts`).
import './screens/screens.browser.test.ts';
