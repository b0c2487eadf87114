import type { FaceSession } from '@standpoint/contract';
import { expect, test } from 'vitest';
import { sessionAnswer } from './answer.ts';

const session = (more: Partial<FaceSession>): FaceSession =>
  ({
    status: 'completed',
    phase: 'none',
    decision: 'approved',
    decision_source: 'auto',
    reasons: [],
    attempts: [{}],
    ...more,
  }) as FaceSession;

test.each([
  [{}, 'Approved after one attempt.'],
  [
    { decision: 'review', reasons: ['liveness_suspected', 'match_suspected'], attempts: [{}, {}] },
    'Review after 2 attempts. Liveness near its threshold, and 1 more.',
  ],
  [{ decision: 'declined', decision_source: 'review' }, 'Declined after one attempt. A reviewer decided it.'],
  [
    { decision: null, status: 'in_progress', phase: 'handoff_wait' },
    'Under way: the page waits for a phone.',
  ],
  [{ decision: null, status: 'expired' }, 'Expired.'],
] as [Partial<FaceSession>, string][])('%o', (more, words) => {
  expect(sessionAnswer(session(more))).toBe(words);
});
