import { expect, it } from 'vitest';
import { lineOf, mostUsedFirst, readsOlderAnswers, shareWords } from './sdk-share.ts';

it.each([
  [71, 100, '71\u00a0%'],
  [1, 3, '33\u00a0%'],
  [1, 1_000, '<1\u00a0%'],
  [0, 10, '0\u00a0%'],
  [0, 0, '–'],
])('%d of %d are %s', (count, total, words) => {
  expect(shareWords(count, total)).toBe(words);
});

it('knows the generation of a version', () => {
  expect(['0.3.4', '0.5.0-beta.1', 'main'].map(lineOf)).toEqual(['0.3', '0.5', 'main']);
  expect(readsOlderAnswers({ version: '0.3.4' })).toBe(true);
  expect(readsOlderAnswers({ version: '0.30.1' })).toBe(false);
});

it('puts the version that is used most first', () => {
  const version = (name: string, count: number) => ({
    name,
    count,
    platform: 'web',
    version: '1',
    last_at: '',
  });
  const names = mostUsedFirst([version('b', 1), version('c', 2), version('a', 1)]).map(({ name }) => name);
  expect(names).toEqual(['c', 'a', 'b']);
});
