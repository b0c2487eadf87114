// The same tests with the full counts (`testing/counts.ts`).
import './changed-attestation.test.ts';
