import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cbor, cborMap } from '../../../../testing/attestation/cbor-writer.ts';
import { mutant } from '../../../../testing/mutant.ts';
import { Malformed } from '../malformed.ts';
import { readCbor } from './cbor.ts';

const FILE = 'geolocation/attestation/reading/cbor.ts';
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** Bytes that a lenient reader accepts and a strict one must refuse (RFC 8949). */
const REFUSED: [why: string, bytes: Buffer][] = [
  ['nothing', hex('')],
  ['bytes after the item', hex('01 00')],
  ['a number in a longer form', hex('18 17')],
  ['a number in eight bytes that would fit one', hex('1b 00 00 00 00 00 00 00 18')],
  ['a length in a longer form', hex('58 01 ff')],
  ['an indefinite byte string', hex('5f 41 00 ff')],
  ['an indefinite array', hex('9f 01 ff')],
  ['an indefinite map', hex('bf 01 02 ff')],
  ['a lone break', hex('ff')],
  ['a reserved length', hex('1c')],
  ['a duplicate key', hex('a2 01 00 01 01')],
  [
    'a duplicate text key',
    cborMap([
      ['fmt', 1],
      ['fmt', 2],
    ]),
  ],
  ['a key that is an array', hex('a1 80 00')],
  ['a key that is bytes', hex('a1 41 00 00')],
  ['a tag', hex('c2 41 01')],
  ['a half float', hex('f9 3c 00')],
  ['a double', hex('fb 3f f0 00 00 00 00 00 00')],
  ['undefined', hex('f7')],
  ['a simple value', hex('e0')],
  ['a string that ends too early', hex('62 61')],
  ['bytes that end too early', hex('5a ff ff ff ff 00')],
  ['an array that ends too early', hex('9a 00 ff ff ff 00')],
  ['text that is not UTF-8', hex('61 ff')],
  ['an overlong UTF-8 form', hex('62 c0 80')],
  ['a number beyond 2^53', hex('1b 00 20 00 00 00 00 00 00')],
  ['ten levels', Buffer.concat([Buffer.alloc(10, 0x81), Buffer.of(0)])],
  ['more than 64 kB', cbor(Buffer.alloc(65_536))],
];

describe('the CBOR reader', () => {
  it('reads the structures of App Attest', () => {
    const value = new Map<string | number, never>([
      ['a', 1 as never],
      [-7, Buffer.from('xy') as never],
      [3, ['é', true, false, 300, 70_000] as never],
    ]);
    expect(readCbor(cbor(value))).toEqual(value);
    expect(readCbor(hex('f6'))).toBeNull();
  });

  it.each(REFUSED)('refuses %s', (_, bytes) => {
    expect(() => readCbor(bytes)).toThrow(Malformed);
  });

  it('throws nothing but Malformed, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          readCbor(Buffer.from(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(Malformed);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it.each<[string, string, string, Buffer]>([
    ['trailing bytes', 'if (end !== bytes.length)', 'if (false)', hex('01 00')],
    ['duplicate keys', 'if (entries.has(key))', 'if (false)', hex('a2 01 00 01 01')],
    ['longer forms', 'if (shortest !== size)', 'if (false)', hex('18 17')],
    ['depth', 'if (depth > DEPTH_MAX)', 'if (false)', Buffer.concat([Buffer.alloc(10, 0x81), Buffer.of(0)])],
  ])('would let %s pass without its defence', async (_, from, to, bytes) => {
    const lax = await mutant<typeof import('./cbor.ts')>(FILE, [from, to]);
    expect(() => lax.readCbor(bytes)).not.toThrow();
  });
});
