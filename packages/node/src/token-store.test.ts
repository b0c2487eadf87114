import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryTokenStore } from './index.ts';

const START = 1_800_000_000_000;
const inSeconds = (seconds: number) => new Date(START + seconds * 1_000);

describe('MemoryTokenStore', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }));
  afterEach(() => void vi.useRealTimers());

  it('accepts each token once', () => {
    const store = new MemoryTokenStore();
    expect(store.consume('a', inSeconds(60))).toBe(true);
    expect(store.consume('a', inSeconds(60))).toBe(false);
    expect(store.consume('b', inSeconds(60))).toBe(true);
  });

  it('throws when it is full of valid tokens, and forgets none of them', () => {
    const store = new MemoryTokenStore({ limit: 3 });
    for (const jti of ['a', 'b', 'c']) store.consume(jti, inSeconds(60));
    for (let i = 0; i < 5; i++) expect(() => store.consume(`new-${i}`, inSeconds(60))).toThrow(RangeError);
    for (const jti of ['a', 'b', 'c']) expect(store.consume(jti, inSeconds(60))).toBe(false);
  });

  it('makes room by forgetting expired tokens only', () => {
    const store = new MemoryTokenStore({ limit: 3 });
    store.consume('long', inSeconds(600));
    store.consume('short', inSeconds(30));
    store.consume('longer', inSeconds(900));
    vi.setSystemTime(inSeconds(29));
    expect(() => store.consume('new', inSeconds(60))).toThrow(RangeError);
    vi.setSystemTime(inSeconds(30));
    expect(store.consume('new', inSeconds(60))).toBe(true);
    for (const jti of ['long', 'longer', 'new']) expect(store.consume(jti, inSeconds(60))).toBe(false);
    expect(() => store.consume('another', inSeconds(60))).toThrow(RangeError);
    vi.setSystemTime(inSeconds(60));
    expect(store.consume('another', inSeconds(120))).toBe(true);
  });

  it('does not scan all of its tokens for each refusal while it is full', () => {
    const store = new MemoryTokenStore({ limit: 1_000 });
    for (let i = 0; i < 1_000; i++) store.consume(`jti-${i}`, inSeconds(60));
    const looks = vi.spyOn(Map.prototype, Symbol.iterator);
    const full = Array.from({ length: 100 }, () => {
      try {
        return store.consume('new', inSeconds(60));
      } catch {
        return looks.mock.calls.length;
      }
    });
    looks.mockRestore();
    expect(full).toEqual(Array(100).fill(0));
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses the limit %s', (limit) => {
    expect(() => new MemoryTokenStore({ limit })).toThrow(TypeError);
  });
});
