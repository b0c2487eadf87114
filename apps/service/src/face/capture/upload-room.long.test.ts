// The same tests with the full counts (`testing/counts.ts`).
import './upload-room.test.ts';
