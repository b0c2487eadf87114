// The same tests with the full counts (`testing/counts.ts`).
import './decision.property.test.ts';
