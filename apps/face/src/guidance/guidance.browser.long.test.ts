// The same pages, without each part that may be missing (`testing/counts.ts`).
import './guidance.browser.test.ts';
