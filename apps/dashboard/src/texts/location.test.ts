import { expect, test } from 'vitest';
import { CODES } from '../../../service/src/geolocation/decision/checks/all.ts';
import { codeWords, REASONS, reasonWords } from './location.ts';

test('every finding has words', () => {
  expect([...CODES.keys()].filter((code) => !(code in REASONS))).toEqual([]);
});

test('a finding of a later version is made readable', () => {
  expect(reasonWords('moon_phase_odd')).toBe('Moon phase odd');
  expect(codeWords('a')).toBe('A');
});

test('words are not codes, do not accuse, and end without a full stop', () => {
  for (const words of Object.values(REASONS)) {
    expect(words).not.toMatch(/_|!|\.$|\b(fake|fraud|spoofer|invalid|please)\b/i);
    expect(words).toMatch(/^[A-Z]/);
  }
});
