// The same stories with every delay (`testing/counts.ts`).
import './pairing.test.ts';
