import { describe, expect, it } from 'vitest';
import { liveFirst, madeBy, misuseWords, stateOf } from './key-state.ts';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');
const key = (expires_at: string | null, revoked_at: string | null = null) => ({ expires_at, revoked_at });
const EARLIER = '2026-11-23T11:59:59.999Z';
const LATER = '2026-11-23T12:00:00.001Z';

describe('the state of a key', () => {
  it.each([
    ['works', key(null)],
    ['ends', key(LATER)],
    ['ended', key(EARLIER)],
    ['ended', key('2026-11-23T12:00:00.000Z')],
    ['revoked', key(null, EARLIER)],
    ['revoked', key(LATER, EARLIER)],
  ] as const)('is %s', (state, dates) => {
    expect(stateOf(dates, NOW)).toBe(state);
  });

  it('puts keys that work first and keeps their order', () => {
    const keys = [key(null, EARLIER), key(null), key(EARLIER), key(LATER)];
    expect(liveFirst(keys, NOW)).toEqual([keys[1], keys[3], keys[0], keys[2]]);
  });
});

describe('words about a key', () => {
  it('name who made it', () => {
    expect(madeBy('cli')).toBe('by the command line');
    expect(madeBy('Ada')).toBe('by Ada');
    expect(madeBy('system')).toBe('');
    expect(madeBy(null)).toBe('');
  });

  it('say where a page sent it, and how often', () => {
    const at = EARLIER;
    expect(misuseWords({ origin: 'https://shop.example', at, times: 1 })).toContain('sent this key once');
    expect(misuseWords({ origin: 'https://shop.example', at, times: 1_204 })).toContain('1,204 times');
  });
});
