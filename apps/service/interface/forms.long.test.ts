// The same tests, with their controls (`testing/counts.ts`).
import './forms.test.ts';
