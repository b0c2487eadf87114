import { ID_PREFIXES, type IdKind } from '@standpoint/contract';
import { expect, it } from 'vitest';
import { randomBytes } from './chance.ts';
import { crockford, newId, newJti } from './ids.ts';

it('gives every kind of id its prefix and 26 symbols of Crockford base32', () => {
  for (const [kind, prefix] of Object.entries(ID_PREFIXES))
    expect(newId(kind as IdKind)).toMatch(new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`));
});

it('makes ids that sort by time, and in order within one millisecond', () => {
  const ids = Array.from({ length: 5_000 }, () => newId('event', 1_800_000_000_000));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(newId('event', 1_800_000_000_001) > ids.at(-1)!).toBe(true);
});

it('writes bytes as Crockford symbols, most significant bits first', () => {
  expect(crockford(Buffer.from('0000000001', 'hex'))).toBe('00000001');
  expect(crockford(Buffer.from('ffffffffff', 'hex'))).toBe('ZZZZZZZZ');
  expect(crockford(Buffer.from('0842108421', 'hex'))).toBe('11111111');
});

it('never gives the same jti twice, and wipes random bytes that were used', () => {
  const seen = new Set(Array.from({ length: 20_000 }, newJti));
  expect(seen.size).toBe(20_000);
  expect(randomBytes(16).equals(Buffer.alloc(16))).toBe(false);
});
