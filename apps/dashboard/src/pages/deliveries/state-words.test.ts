import { expect, test } from 'vitest';
import { eventsWords, lastWords } from './state-words.ts';

const at = '2026-11-23T09:00:00.000Z';

test.each([
  [null, 'Not tried yet'],
  [{ at, status: 500, problem: null, detail: null }, 'Answered 500'],
  [{ at, status: null, problem: 'timed_out', detail: 'x' }, 'No answer in time'],
  [{ at, status: null, problem: 'name_not_found', detail: 'x' }, 'No answer: name not found'],
])('%j is said as %s', (last, words) => {
  expect(lastWords({ last })).toBe(words);
});

test('counts events', () => {
  expect([eventsWords(1), eventsWords(312), eventsWords(10_000, true)]).toEqual([
    '1 event',
    '312 events',
    'more than 10,000 events',
  ]);
});
