import { expect, test } from 'vitest';
import { aboutWords, nameOf } from '../pages/review/words.ts';
import { unturned } from './unturned.ts';

const TURNED = 'cus_\u202egnp\u2066.';

test('leaves out the marks that turn the words after a name, and nothing that a spelling needs', () => {
  expect(unturned(TURNED)).toBe('cus_gnp.');
  expect(unturned('\u05d0\u200f \u0645\u06cc\u200c\u062e')).toBe('\u05d0\u200f \u0645\u06cc\u200c\u062e');
});

test('a case is named without such marks when its customer has some', () => {
  const row = {
    customer_id: TURNED,
    about: TURNED,
    rules: null,
    attempt: { number: 1, most: null },
  } as never;
  expect(aboutWords(row)).toBe('cus_gnp. · cus_gnp.');
  expect(nameOf(row)).toBe('cus_gnp.');
});
