import { malformed } from '../malformed.ts';

export type Cbor = number | boolean | null | string | Buffer | Cbor[] | Map<string | number, Cbor>;

const DEPTH_MAX = 8;
const SIZE_MAX = 64 * 1024;

interface Cursor {
  bytes: Buffer;
  at: number;
}

/**
 * Reads exactly one CBOR item (RFC 8949). It is strict, so that each content has one spelling: definite and
 * shortest lengths, no duplicate keys, no tags, no floats, no trailing bytes; depth ≤ 8, size ≤ 64 kB. Throws
 * `Malformed`.
 */
export function readCbor(bytes: Buffer): Cbor {
  const { value, end } = readCborFirst(bytes);
  if (end !== bytes.length) malformed(`CBOR: ${bytes.length - end} bytes after the item`);
  return value;
}

/** Reads the item at the beginning of the bytes; `end` is the offset after it. */
export function readCborFirst(bytes: Buffer): { value: Cbor; end: number } {
  if (bytes.length > SIZE_MAX) malformed('CBOR: larger than 64 kB');
  const cursor = { bytes, at: 0 };
  const value = item(cursor, 0);
  return { value, end: cursor.at };
}

function take(cursor: Cursor, length: number): Buffer {
  const end = cursor.at + length;
  if (end > cursor.bytes.length) malformed('CBOR: ends too early');
  const part = cursor.bytes.subarray(cursor.at, end);
  cursor.at = end;
  return part;
}

/**
 * The number in an item's head. Only the shortest form is accepted; a longer one would be a second spelling.
 */
function argument(cursor: Cursor, info: number): number {
  if (info < 24) return info;
  if (info > 27) malformed('CBOR: indefinite length');
  const size = 1 << (info - 24);
  const part = take(cursor, size);
  const value = size === 8 ? Number(part.readBigUInt64BE()) : part.readUIntBE(0, size);
  if (!Number.isSafeInteger(value)) malformed('CBOR: number too large');
  const shortest = value < 24 ? 0 : value < 2 ** 8 ? 1 : value < 2 ** 16 ? 2 : value < 2 ** 32 ? 4 : 8;
  if (shortest !== size) malformed('CBOR: number not in its shortest form');
  return value;
}

function item(cursor: Cursor, depth: number): Cbor {
  if (depth > DEPTH_MAX) malformed('CBOR: nested too deeply');
  const head = take(cursor, 1)[0]!;
  const [major, info] = [head >> 5, head & 31];
  if (major === 7) return simple(info);
  if (major === 6) malformed('CBOR: tags are not expected');
  const value = argument(cursor, info);
  if (major === 0) return value;
  if (major === 1) return -1 - value;
  if (major === 2) return take(cursor, value);
  if (major === 3) return utf8(take(cursor, value));
  return major === 4 ? array(cursor, value, depth) : map(cursor, value, depth);
}

function simple(info: number): Cbor {
  if (info === 20) return false;
  if (info === 21) return true;
  if (info === 22) return null;
  return malformed('CBOR: floats and other simple values are not expected');
}

function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return malformed('CBOR: text that is not UTF-8');
  }
}

function array(cursor: Cursor, length: number, depth: number): Cbor[] {
  const items: Cbor[] = [];
  // Every element takes at least one byte, so a claimed length cannot ask for more than there is.
  for (let i = 0; i < length; i++) items.push(item(cursor, depth + 1));
  return items;
}

function map(cursor: Cursor, length: number, depth: number): Map<string | number, Cbor> {
  const entries = new Map<string | number, Cbor>();
  for (let i = 0; i < length; i++) {
    const key = item(cursor, depth + 1);
    if (typeof key !== 'string' && typeof key !== 'number')
      return malformed('CBOR: a key is neither text nor a number');
    if (entries.has(key)) malformed(`CBOR: a duplicate key`);
    entries.set(key, item(cursor, depth + 1));
  }
  return entries;
}
