// The same tests, with the known limit of a fence that is not strict (`testing/counts.ts`).
import './fence.test.ts';
