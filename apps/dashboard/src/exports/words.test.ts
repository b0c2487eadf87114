import { expect, test } from 'vitest';
import { bytesWords, ofAbout, rowsWords } from './words.ts';

test('says rows, how many there are about, and bytes', () => {
  expect([rowsWords(0), rowsWords(1), rowsWords(12_400)]).toEqual(['0 rows', '1 row', '12,400 rows']);
  expect([ofAbout(null), ofAbout('480'), ofAbout('100000+')]).toEqual([
    '',
    'of about 480',
    'of more than 100,000',
  ]);
  expect([bytesWords(12), bytesWords(84_200), bytesWords(3_260_000)]).toEqual([
    '12\u00a0bytes',
    '84\u00a0KB',
    '3.3\u00a0MB',
  ]);
});
