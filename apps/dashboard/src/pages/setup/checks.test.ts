import { expect, test } from 'vitest';
import { checksOf, type Seen } from './checks.ts';

const at = Date.parse('2026-11-23T10:00:00.000Z');
const seen = (more: Partial<Seen> = {}): Seen => ({
  base_url: 'https://id.bank.example',
  reached_at: 'https://id.bank.example',
  server_time: '2026-11-23T10:00:00.000Z',
  origin: 'https://id.bank.example',
  sent: at - 50,
  received: at + 50,
  ...more,
});
const tones = (more?: Partial<Seen>) => checksOf(seen(more)).map(({ tone }) => tone);

test('an installation that is reached where it says', () => {
  expect(tones()).toEqual(['pass', 'pass', 'pass']);
});

test('a page at another address names both', () => {
  const [address] = checksOf(seen({ origin: 'http://10.0.0.5:4010' }));
  expect(address).toMatchObject({ tone: 'fail' });
  expect(address!.words).toContain('http://10.0.0.5:4010');
  expect(address!.words).toContain('https://id.bank.example');
});

test('a proxy that changes the host is named', () => {
  expect(tones({ reached_at: 'https://10.0.0.5:4010' })[0]).toBe('review');
});

test.each([
  ['http://id.bank.example', 'review'],
  ['http://localhost:4010', 'pass'],
  ['http://sandbox.localhost:4010', 'pass'],
  ['https://id.bank.example', 'pass'],
])('%s', (base_url, tone) => {
  expect(tones({ base_url, origin: base_url, reached_at: base_url })[1]).toBe(tone);
});

test.each([
  [0, 'pass', 'agrees'],
  [4_000, 'pass', 'agrees'],
  [-12_000, 'review', '12 s behind'],
  [45_000, 'fail', '45 s ahead of'],
  [-3 * 60_000, 'fail', '3 min behind'],
])('a clock that is %i ms away', (away, tone, words) => {
  const clock = checksOf(seen({ server_time: new Date(at + away).toISOString() }))[2]!;
  expect(clock.tone).toBe(tone);
  expect(clock.words).toContain(words);
});

test('a slow answer is not taken for a wrong clock', () => {
  expect(tones({ sent: at - 20_000, received: at })[2]).toBe('pass');
});
