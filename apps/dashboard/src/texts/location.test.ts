import { codeWords } from '@standpoint/contract/words/values';
import { expect, test } from 'vitest';
import { CODES } from '../../../service/src/geolocation/decision/checks/all.ts';
import { reasonWords } from './location.ts';
import { REASON_NAMES } from './reason-names.ts';

test('every finding has words', () => {
  const without = [...CODES.keys()].filter((code) => !(code in REASON_NAMES));
  expect(without, 'Add them in packages/contract/src/words/.').toEqual([]);
});

test('a finding of a later version is made readable', () => {
  expect(reasonWords('moon_phase_odd')).toBe('Moon phase odd');
  expect(codeWords('a')).toBe('A');
});

test('words are not codes, do not accuse, and end without a full stop', () => {
  for (const words of Object.values(REASON_NAMES)) {
    expect(words).not.toMatch(/_|!|\.$|\b(fake|fraud|spoofer|invalid|please)\b/i);
    expect(words).toMatch(/^[A-Z]/);
  }
});
