// A story for every call of the page (`testing/counts.ts`).
import './lost-answers.test.ts';
