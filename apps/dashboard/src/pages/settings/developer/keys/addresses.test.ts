import { describe, expect, it } from 'vitest';
import { addressesIn, addressesProblem, addressProblem, fromWords } from './addresses.ts';

describe('addresses as they are typed', () => {
  it('are apart by lines, commas and spaces, each once', () => {
    expect(addressesIn(' 10.0.0.1,10.0.0.2\n10.0.0.1; 2001:db8::/32 ')).toEqual([
      '10.0.0.1',
      '10.0.0.2',
      '2001:db8::/32',
    ]);
    expect(addressesIn(' \n')).toEqual([]);
  });

  it.each([
    '203.0.113.7',
    '203.0.113.0/28',
    '0.0.0.0/0',
    '::1',
    '::',
    '2001:db8::/32',
    '::ffff:10.0.0.1',
    '1:2:3:4:5:6:7:8/128',
  ])('takes %s', (text) => {
    expect(addressProblem(text)).toBeNull();
  });

  it.each([
    '203.0.113',
    '256.0.0.1',
    'shop.example',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '10.0.0.1/8/8',
    'g::1',
    '/8',
  ])('says that %s is none', (text) => {
    expect(addressProblem(text)).toContain('is not an address');
  });

  it.each([
    ['203.0.113.0/33', 'from 0 to 32'],
    ['2001:db8::/129', 'from 0 to 128'],
    ['10.0.0.0/', 'from 0 to 32'],
  ])('says how long the block of %s may be', (text, words) => {
    expect(addressProblem(text)).toContain(words);
  });

  it('counts them', () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `10.0.0.${i}`).join(' ');
    expect(addressesProblem(many(50))).toBeNull();
    expect(addressesProblem(many(51))).toContain('51 addresses');
    expect(addressesProblem('10.0.0.1 nowhere')).toContain('“nowhere”');
  });

  it('are "any address" when there are none', () => {
    expect(fromWords([])).toBe('any address');
    expect(fromWords(['10.0.0.1', '10.0.0.2'])).toBe('10.0.0.1, 10.0.0.2');
  });
});
