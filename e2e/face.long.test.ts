// The same stories, and the one that takes two whole captures more (`testing/counts.ts`).
import './face.test.ts';
