import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { int, oidValue, seq, tagged } from '../../../../testing/attestation/der-writer.ts';
import { mutant } from '../../../../testing/mutant.ts';
import { Malformed } from '../malformed.ts';
import { childrenOf, readDer } from './der.ts';
import { boolean, integer, oid, sequence } from './der-values.ts';

const FILE = 'geolocation/attestation/reading/der.ts';
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const deep = (levels: number) => Array.from({ length: levels }).reduce<Buffer>((inner) => seq(inner), int(1));
const walk = (bytes: Buffer): void => {
  const visit = (element: ReturnType<typeof readDer>): void => {
    if (element.constructed) childrenOf(element).forEach(visit);
  };
  visit(readDer(bytes));
};

const REFUSED: [why: string, bytes: Buffer][] = [
  ['nothing', hex('')],
  ['bytes after the element', hex('02 01 01 00')],
  ['an indefinite length', hex('30 80 02 01 01 00 00')],
  ['a length in a longer form', hex('02 81 01 01')],
  ['a length with a leading zero', Buffer.concat([hex('04 82 00 80'), Buffer.alloc(128)])],
  ['a length of four bytes', hex('04 84 00 00 00 01 00')],
  ['a content that ends too early', hex('04 05 00')],
  ['a tag number in a longer form', hex('bf 1e 03 02 01 01')],
  ['a tag number with a leading zero', hex('bf 80 20 03 02 01 01')],
  ['a tag number too large', hex('bf ff ff ff ff 7f 00')],
  ['a constructed OCTET STRING', hex('24 03 04 01 00')],
  ['a primitive SEQUENCE', hex('10 00')],
  ['twenty levels', deep(20)],
  ['more than 64 kB', Buffer.alloc(65_537)],
];

describe('the DER walker', () => {
  it('reads high tag numbers', () => {
    const [entry] = sequence(readDer(seq(tagged(701, int(5)))), 'list');
    expect([entry!.tag, integer(childrenOf(entry!)[0], 'n')]).toEqual([701, 5n]);
  });

  it.each(['1.2.840.113635.100.8.2', '1.3.6.1.4.1.11129.2.1.17', '2.5.4.3', '2.999.1'])('reads %s', (id) => {
    expect(oid(readDer(oidValue(id)), 'id')).toBe(id);
  });

  it.each<[string, bigint]>([
    ['02 01 00', 0n],
    ['02 02 00 80', 128n],
    ['02 01 80', -128n],
    ['02 09 00 ff ff ff ff ff ff ff ff', 0xffff_ffff_ffff_ffffn],
  ])('reads INTEGER %s', (bytes, value) => {
    expect(integer(readDer(hex(bytes)), 'n')).toBe(value);
  });

  it.each(REFUSED)('refuses %s', (_, bytes) => {
    expect(() => walk(bytes)).toThrow(Malformed);
  });

  it.each(['02 00', '02 02 00 01', '02 02 ff 80'])('refuses INTEGER %s', (bytes) => {
    expect(() => integer(readDer(hex(bytes)), 'n')).toThrow(Malformed);
  });

  it('reads a BOOLEAN of 01 as true only when told to', () => {
    const odd = readDer(hex('01 01 01'));
    expect(() => boolean(odd, 'b')).toThrow(Malformed);
    expect([boolean(odd, 'b', true), boolean(readDer(hex('01 01 00')), 'b', true)]).toEqual([true, false]);
  });

  it('throws nothing but Malformed, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        try {
          walk(Buffer.from(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(Malformed);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it.each<[string, string, string, Buffer]>([
    ['trailing bytes', 'if (element.raw.length !== bytes.length)', 'if (false)', hex('02 01 01 00')],
    ['long lengths', 'if (length < 128 || length < 256 ** (size - 1))', 'if (false)', hex('02 81 01 01')],
    ['depth', 'if (depth > DEPTH_MAX)', 'if (false)', deep(20)],
  ])('would let %s pass without its defence', async (_, from, to, bytes) => {
    const lax = await mutant<typeof import('./der.ts')>(FILE, [from, to]);
    const visit = (element: ReturnType<typeof readDer>): void => {
      if (element.constructed) lax.childrenOf(element).forEach(visit);
    };
    expect(() => visit(lax.readDer(bytes))).not.toThrow();
  });
});
