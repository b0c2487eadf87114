// The same tests with the full counts (`testing/counts.ts`).
import './onnx-file.test.ts';
