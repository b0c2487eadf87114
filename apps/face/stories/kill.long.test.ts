// The same walks, each in both ways (`testing/counts.ts`).
import './kill.test.ts';
