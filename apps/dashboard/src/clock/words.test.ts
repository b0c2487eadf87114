import { expect, test } from 'vitest';
import { fullTime, shortTime, spanWords, timeWords, zoneWords } from './words.ts';

const now = new Date('2026-11-23T12:00:00.000Z');
const ZONE = 'America/New_York';
const ago = (ms: number) => timeWords(new Date(now.getTime() - ms), now, ZONE);

test.each([
  [0, 'just now'],
  [59_000, 'just now'],
  [60_000, '1 min ago'],
  [59 * 60_000, '59 min ago'],
  [3_600_000, '1 h ago'],
  [86_399_000, '23 h ago'],
  [86_400_000, '22 Nov, 07:00'],
  [400 * 86_400_000, '19 Oct 2025, 08:00'],
  [-30_000, 'in under 1 min'],
  [-90_000, 'in 1 min'],
  [-7_200_000, 'in 2 h'],
])('%i ms ago is %s', (ms, words) => {
  expect(ago(ms)).toBe(words);
});

test('a zone decides the day', () => {
  const at = new Date('2026-11-23T03:00:00.000Z');
  expect(shortTime(at, now, ZONE)).toBe('22 Nov, 22:00');
  expect(shortTime(at, now, 'UTC')).toBe('23 Nov, 03:00');
  expect(fullTime(at, ZONE)).toMatch(/^22 Nov 2026, 22:00:00 GMT−5$/);
});

test.each([
  [900, '1 s'],
  [59_000, '59 s'],
  [60_000, '1 min'],
  [241_000, '5 min'],
  [4 * 3_600_000 + 8 * 60_000, '4 h 08'],
  [2 * 3_600_000, '2 h'],
  [5 * 86_400_000, '5 days'],
])('%i ms last %s', (ms, words) => {
  expect(spanWords(ms)).toBe(words);
});

test.each([
  [ZONE, 'New York, UTC−5'],
  ['UTC', 'UTC'],
  ['Asia/Kathmandu', 'Kathmandu, UTC+5:45'],
])('%s is %s', (zone, words) => {
  expect(zoneWords(zone, now)).toBe(words);
});
