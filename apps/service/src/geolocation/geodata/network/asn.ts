import { type Manifest, madeOf } from '../artefact.ts';
import { find, type Ranges, type Words } from './ranges.ts';

/** The network (autonomous system) that announces an address. */
export interface AsnIndex {
  /** Null when no network announces the address. */
  lookup(words: Words): { number: number; org: string } | null;
  counts: { ranges_v4: number; ranges_v6: number; asns: number };
}

/** "SPAN": the first four bytes of the compiled file. */
export const MAGIC = 0x5350414e;

/**
 * Layout, every number an unsigned 32-bit little-endian integer: magic, n4, n6, asns, bytes of names; then
 * the columns v4 gap (start minus the previous end), v4 length minus 1, v4 ref; v6 start words 0…3 and end
 * words 0…3, each a column of its own; v6 ref; AS numbers; then the names, UTF-8, each ended by a line feed.
 * A ref counts AS numbers from 1.
 */
export function openAsn(manifest: Manifest, data_dir: string): AsnIndex {
  return madeOf(manifest, ['ip_asn'], data_dir, decodeAsn);
}

export function decodeAsn(bytes: Buffer): AsnIndex {
  const { buffer, byteOffset, length } =
    bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
  const words = new Uint32Array(buffer, byteOffset, length >> 2);
  const [magic, n4 = 0, n6 = 0, asns = 0, name_bytes = 0] = words;
  const total = (5 + 3 * n4 + 9 * n6 + asns) * 4 + name_bytes;
  if (magic !== MAGIC || total !== bytes.length) throw new Error('the AS number index is damaged');
  let at = 5;
  const column = (length: number) => {
    at += length;
    return words.subarray(at - length, at);
  };
  const v4 = decode4(column(n4), column(n4), column(n4));
  const start = weave(Array.from({ length: 4 }, () => column(n6)));
  const end = weave(Array.from({ length: 4 }, () => column(n6)));
  const ranges: Ranges = { v4, v6: { start, end, ref: column(n6).slice() } };
  const numbers = column(asns).slice();
  const names = Buffer.from(bytes.subarray(bytes.length - name_bytes));
  const offsets = lineOffsets(names, asns);
  return {
    counts: { ranges_v4: n4, ranges_v6: n6, asns },
    lookup(address) {
      const ref = find(ranges, address);
      if (ref === 0) return null;
      const org = names.toString('utf8', offsets[ref - 1]!, offsets[ref]! - 1);
      return { number: numbers[ref - 1]!, org };
    },
  };
}

function decode4(gap: Uint32Array, length: Uint32Array, ref: Uint32Array): Ranges['v4'] {
  const start = new Uint32Array(gap.length);
  const end = new Uint32Array(gap.length);
  let last = 0;
  for (let i = 0; i < gap.length; i++) {
    start[i] = last + gap[i]!;
    last = start[i]! + length[i]!;
    end[i] = last;
  }
  return { start, end, ref: ref.slice() };
}

function weave(columns: Uint32Array[]): Uint32Array {
  const count = columns[0]!.length;
  const woven = new Uint32Array(count * 4);
  for (let word = 0; word < 4; word++) {
    const column = columns[word]!;
    for (let i = 0; i < count; i++) woven[i * 4 + word] = column[i]!;
  }
  return woven;
}

function lineOffsets(names: Buffer, count: number): Uint32Array {
  const offsets = new Uint32Array(count + 1);
  let at = 0;
  for (let i = 1; i <= count; i++) {
    const line_feed = names.indexOf(10, at);
    if (line_feed < 0) throw new Error('the AS number index is damaged: a name is missing');
    at = line_feed + 1;
    offsets[i] = at;
  }
  return offsets;
}
