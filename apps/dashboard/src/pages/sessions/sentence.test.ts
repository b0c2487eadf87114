import type { FaceSession } from '@standpoint/contract';
import { expect, test } from 'vitest';
import { checksSentence } from './sentence.ts';

type Check = FaceSession['checks'][string];
const check = (outcome: string, score: number | null = null, threshold: number | null = null): Check =>
  ({ outcome, score, threshold, reasons: [] }) as unknown as Check;
const NONE = 'Nothing speaks for a replaced camera.';

test.each([
  [{ liveness: check('suspected', 0.61, 0.7) }, 'The liveness score is **0.61; it needs 0.70**.'],
  [{ liveness: check('pass', 0.81, 0.7) }, 'The liveness score is 0.81; it needs 0.70.'],
  [{ liveness: check('unavailable') }, 'The liveness score **could not be computed**.'],
  [{ challenge: check('fail') }, 'The movements were **not made**.'],
  [
    { challenge: check('pass'), match: check('pass', 0.83, 0.42), injection: check('pass') },
    `All movements were made in time. The face **matches** (0.83). ${NONE}`,
  ],
  [{ match: check('skipped') }, ''],
] as [FaceSession['checks'], string][])('%o', (checks, words) => {
  expect(checksSentence({ checks })).toBe(words);
});
