import { expect, test } from 'vitest';
import { hintFor } from './password-length.ts';

test.each([
  [0, false, 0],
  [1, false, 1],
  [11, false, 1],
  [12, true, 2],
  [15, true, 2],
  [16, true, 3],
  [128, true, 3],
  [129, false, 3],
])('%i characters', (length, enough, bars) => {
  expect(hintFor('a'.repeat(length))).toMatchObject({ enough, bars });
});

test('says how many are missing', () => {
  expect(hintFor('a'.repeat(11)).words).toBe('1 more character.');
  expect(hintFor('a'.repeat(10)).words).toBe('2 more characters.');
});

test('counts length only', () => {
  expect(hintFor('aaaaaaaaaaaa')).toEqual(hintFor('aB3$aB3$aB3$'));
});
