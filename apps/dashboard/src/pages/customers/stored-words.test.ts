import { expect, test } from 'vitest';
import { fileName } from './file-name.ts';
import { storedWords } from './stored-words.ts';

const none = { verifications: 0, sessions: 0, frames: 0, templates: 0 };

test.each([
  [none, 'nothing'],
  [{ ...none, templates: 1 }, '1 face template'],
  [{ ...none, verifications: 2, sessions: 1 }, '2 verifications and 1 face session'],
  [
    { verifications: 1_200, sessions: 2, frames: 8, templates: 2 },
    '1,200 verifications, 2 face sessions, 8 pictures and 2 face templates',
  ],
])('%j is said as “%s”', (stored, words) => {
  expect(storedWords(stored)).toBe(words);
});

test('a file of a customer has a harmless name, whatever the id is', () => {
  expect(fileName('../../etc/passwd')).toBe('-etc-passwd');
  expect(fileName('ünï')).toBe('-n-');
  expect(fileName('…')).toBe('-');
  expect(fileName('')).toBe('customer');
});
