import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  int,
  octetString,
  oidValue,
  seq,
  setOf,
  tagged,
} from '../../../../testing/attestation/der-writer.ts';
import { Malformed } from '../malformed.ts';
import { derOf } from './ber.ts';
import { childrenOf, type Der, readDer } from './der.ts';

const END = Buffer.of(0, 0);
const open = (identifier: number, ...parts: Buffer[]) =>
  Buffer.concat([Buffer.of(identifier, 0x80), ...parts, END]);

/** The DER reader reads only as deep as its caller asks. */
function walk(element: Der): void {
  if (element.constructed) childrenOf(element).forEach(walk);
}

describe('BER with indefinite lengths', () => {
  it.each<[string, Buffer, Buffer]>([
    ['DER as it is', seq(int(5), setOf(int(1))), seq(int(5), setOf(int(1)))],
    ['a sequence', open(0x30, int(5), int(6)), seq(int(5), int(6))],
    ['an empty sequence', open(0x30), seq()],
    ['sequences in each other', open(0x30, open(0x30, int(5)), int(6)), seq(seq(int(5)), int(6))],
    ['a tag', open(0x30, open(0xa0, int(5))), seq(tagged(0, int(5)))],
    [
      'octets in pieces',
      open(0x24, octetString(Buffer.alloc(300, 1)), octetString(Buffer.of(2))),
      octetString(Buffer.concat([Buffer.alloc(300, 1), Buffer.of(2)])),
    ],
    ['a set', open(0x31, oidValue('1.2.3')), setOf(oidValue('1.2.3'))],
  ])('become DER: %s', (_, ber, der) => {
    expect(derOf(ber)).toEqual(der);
    expect(readDer(derOf(ber)).raw).toEqual(der);
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.of(0x30)],
    ['no end', Buffer.of(0x30, 0x80, 2, 1, 5)],
    ['half an end', Buffer.of(0x30, 0x80, 2, 1, 5, 0)],
    ['an end too many', Buffer.concat([open(0x30), END])],
    ['bytes after the end', Buffer.concat([open(0x30), Buffer.of(1)])],
    ['a primitive element with an open length', open(0x04, Buffer.of(1))],
    ['an open length in a definite one', seq(open(0x30, int(5)))],
    ['octets in definite pieces', Buffer.concat([Buffer.of(0x24, 3), octetString(Buffer.of(1))])],
    ['a piece that is a number', open(0x24, int(5))],
    ['a piece in pieces', open(0x24, open(0x24, octetString(Buffer.of(1))))],
    ['an empty piece', open(0x24, octetString(Buffer.alloc(0)))],
    ['a long length for a short one', Buffer.of(0x30, 0x81, 3, 2, 1, 5)],
    ['too deep', Buffer.concat([Buffer.from('3080'.repeat(40), 'hex'), Buffer.alloc(80)])],
    ['too large', open(0x24, ...Array.from({ length: 66 }, () => octetString(Buffer.alloc(1_000))))],
  ])('are refused with %s', (_, bytes) => {
    expect(() => walk(readDer(derOf(bytes)))).toThrow(Malformed);
  });

  it('never ends as another error, whatever the bytes', () => {
    const bytes = fc.array(fc.constantFrom(0, 1, 2, 4, 0x24, 0x30, 0x80, 0x81, 0xa0, 0xff), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(bytes, (each) => {
        try {
          derOf(Buffer.from(each));
        } catch (error) {
          expect(error).toBeInstanceOf(Malformed);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
