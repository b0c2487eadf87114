import { expect, test } from 'vitest';
import { endWords, madeWords, stepWords } from './words.ts';

test('progress is said with numbers, and without where there are none', () => {
  expect(stepWords({ step: 'Verifications', done: 120, of: 300 })).toBe('120 of 300 verifications');
  expect(stepWords({ step: 'Reviews', done: 0, of: 1 })).toBe('Deciding the older reviews');
  expect(stepWords({ step: null, done: 0, of: 0 })).toBe('Getting ready');
});

const made = { verifications: 1_302, customers: 90, sessions: 1, reviews_open: 12 };
const filling = {
  started_at: '',
  started_by: { user_id: 'u', name: 'Ana' },
  ended_at: null,
  step: null,
  done: 0,
  of: 0,
};

test('what is there is said, also of one that did not end well', () => {
  expect(madeWords(made)).toBe('1,302 verifications of 90 customers, 1 face session, 12 open reviews');
  expect(endWords({ ...filling, state: 'done', made }).tone).toBe('pass');
  expect(endWords({ ...filling, state: 'interrupted', made: null })).toEqual({
    words: 'The service stopped in the middle. What was made by then is there. It does not go on by itself.',
    tone: 'review',
  });
  expect(endWords({ ...filling, state: 'failed', made: null }).tone).toBe('fail');
});
