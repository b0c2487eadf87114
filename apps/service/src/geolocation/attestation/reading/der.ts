import { malformed } from '../malformed.ts';

const DEPTH_MAX = 16;
const SIZE_MAX = 64 * 1024;

/** Universal tag numbers (X.680 §8.4) that occur in certificates and attestations. */
export const TAG = {
  boolean: 1,
  integer: 2,
  octets: 4,
  null: 5,
  oid: 6,
  enumerated: 10,
  sequence: 16,
  set: 17,
  utc_time: 23,
  generalized_time: 24,
} as const;

/** One element (X.690, DER): class, number and content. Children are read on demand. */
export interface Der {
  tag_class: 'universal' | 'application' | 'context' | 'private';
  constructed: boolean;
  tag: number;
  content: Buffer;
  /** Head and content. */
  raw: Buffer;
  depth: number;
}

const CLASSES = ['universal', 'application', 'context', 'private'] as const;

/**
 * Reads exactly one element: definite and shortest lengths, shortest tag numbers (also above 30), no trailing
 * bytes; depth ≤ 16, size ≤ 64 kB. Throws `Malformed`.
 */
export function readDer(bytes: Buffer, depth = 0): Der {
  if (bytes.length > SIZE_MAX) malformed('DER: larger than 64 kB');
  const element = readDerFirst(bytes, depth);
  if (element.raw.length !== bytes.length)
    malformed(`DER: ${bytes.length - element.raw.length} bytes after the element`);
  return element;
}

/** The elements inside a constructed element. */
export function childrenOf(element: Der): Der[] {
  if (!element.constructed) malformed('DER: a primitive element has no parts');
  const children: Der[] = [];
  for (let at = 0; at < element.content.length; ) {
    const child = readDerFirst(element.content.subarray(at), element.depth + 1);
    children.push(child);
    at += child.raw.length;
  }
  return children;
}

/** Reads the element at the beginning of the bytes; `raw` holds its bytes. */
export function readDerFirst(bytes: Buffer, depth: number): Der {
  if (depth > DEPTH_MAX) malformed('DER: nested too deeply');
  const byte = (at: number): number => bytes[at] ?? malformed('DER: ends too early');
  const head = byte(0);
  const { tag, at: afterTag } = (head & 31) === 31 ? highTag(byte) : { tag: head & 31, at: 1 };
  const { length, at: start } = lengthAt(byte, afterTag);
  const end = start + length;
  if (end > bytes.length) malformed('DER: ends too early');
  const constructed = (head & 32) !== 0;
  const tag_class = CLASSES[head >> 6]!;
  const compound = tag === TAG.sequence || tag === TAG.set;
  if (tag_class === 'universal' && constructed !== compound)
    malformed('DER: a wrong mix of primitive and constructed');
  return {
    tag_class,
    constructed,
    tag,
    content: bytes.subarray(start, end),
    raw: bytes.subarray(0, end),
    depth,
  };
}

/** Reads a tag number above 30: seven bits a byte, no leading zero, no small number in the long form. */
function highTag(byte: (at: number) => number): { tag: number; at: number } {
  let tag = 0;
  for (let at = 1; at <= 4; at++) {
    const next = byte(at);
    if (at === 1 && next === 0x80) malformed('DER: tag number not in its shortest form');
    tag = tag * 128 + (next & 127);
    if (next & 128) continue;
    if (tag < 31) malformed('DER: tag number not in its shortest form');
    return { tag, at: at + 1 };
  }
  return malformed('DER: tag number too large');
}

function lengthAt(byte: (at: number) => number, at: number): { length: number; at: number } {
  const first = byte(at);
  if (first < 128) return { length: first, at: at + 1 };
  const size = first & 127;
  if (size === 0) malformed('DER: indefinite length');
  if (size > 3) malformed('DER: length too large');
  let length = 0;
  for (let i = 1; i <= size; i++) length = length * 256 + byte(at + i);
  if (length < 128 || length < 256 ** (size - 1)) malformed('DER: length not in its shortest form');
  return { length, at: at + 1 + size };
}
