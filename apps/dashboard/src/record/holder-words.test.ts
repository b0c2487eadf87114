import { expect, test } from 'vitest';
import { askAgainIn, holderWords } from './holder-words.ts';

const ana = { user_id: 'usr_1', name: 'Ana' };

test('a claim is named by its holder, and one’s own is one’s own', () => {
  expect(holderWords({ by: ana, mine: false }, '12:40')).toBe('Ana has it until 12:40');
  expect(holderWords({ by: ana, mine: true }, '12:40')).toBe('Yours until 12:40');
});

test('the page looks again when a claim is over, and never in a hurry', () => {
  const now = Date.parse('2026-01-01T12:00:00Z');
  const until = (seconds: number) => ({ until: new Date(now + seconds * 1_000).toISOString() });
  expect(askAgainIn(until(12), now)).toBe(12_200);
  expect(askAgainIn(until(600), now)).toBe(30_000);
  expect(askAgainIn(until(-3_600), now)).toBe(5_000);
  expect(askAgainIn(null, now)).toBe(30_000);
});
