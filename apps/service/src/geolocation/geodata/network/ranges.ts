/**
 * Sorted, disjoint ranges of addresses, searched by bisection. IPv6 is kept as four words of 32 bits, most
 * significant first: several million look-ups a second, no garbage, and never a comparison between families.
 */
export interface Ranges {
  v4: Ranges4;
  v6: Ranges6;
}

/** Both ends belong to the range. The caller defines `ref`: an index into a table, or 1 for "in the list". */
interface Ranges4 {
  start: Uint32Array;
  end: Uint32Array;
  ref: Uint32Array;
}

/** `start[i * 4 … i * 4 + 3]`, likewise `end`. */
interface Ranges6 {
  start: Uint32Array;
  end: Uint32Array;
  ref: Uint32Array;
}

/** One range as it is read from a file: 4 or 16 bytes at each end. */
export interface RawRange {
  first: Words;
  last: Words;
  ref: number;
}

/** Words in an address: one for IPv4, four for IPv6. */
export type Words = readonly number[];

export const wordsOf = (bytes: readonly number[]): Words => {
  const words: number[] = [];
  for (let i = 0; i < bytes.length; i += 4) {
    words.push(((bytes[i]! << 24) | (bytes[i + 1]! << 16) | (bytes[i + 2]! << 8) | bytes[i + 3]!) >>> 0);
  }
  return words;
};

function compareWords(a: Words, b: Words): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}

/** Reference of the range that holds the address; 0 when no range does. */
export function find(ranges: Ranges, words: Words): number {
  return words.length === 1 ? find4(ranges.v4, words[0]!) : find6(ranges.v6, words);
}

function find4({ start, end, ref }: Ranges4, address: number): number {
  let low = 0;
  let high = start.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (start[middle]! > address) high = middle - 1;
    else if (end[middle]! < address) low = middle + 1;
    else return ref[middle]!;
  }
  return 0;
}

function find6({ start, end, ref }: Ranges6, words: Words): number {
  let low = 0;
  let high = ref.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (compareAt(start, middle, words) > 0) high = middle - 1;
    else if (compareAt(end, middle, words) < 0) low = middle + 1;
    else return ref[middle]!;
  }
  return 0;
}

function compareAt(column: Uint32Array, index: number, words: Words): number {
  const at = index * 4;
  for (let i = 0; i < 4; i++) {
    const difference = column[at + i]! - words[i]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Sorts the ranges, and joins those that overlap or touch under one reference. Where two references overlap,
 * the range that starts first keeps its part.
 */
export function buildRanges(raw: readonly RawRange[]): Ranges {
  const four = merge(raw.filter(({ first }) => first.length === 1));
  const six = merge(raw.filter(({ first }) => first.length === 4));
  return { v4: columns(four, 1), v6: columns(six, 4) };
}

function columns(ranges: readonly RawRange[], width: 1 | 4): Ranges4 & Ranges6 {
  const start = new Uint32Array(ranges.length * width);
  const end = new Uint32Array(ranges.length * width);
  for (const [i, { first, last }] of ranges.entries()) {
    start.set(first, i * width);
    end.set(last, i * width);
  }
  return { start, end, ref: Uint32Array.from(ranges, ({ ref }) => ref) };
}

function merge(raw: readonly RawRange[]): RawRange[] {
  const sorted = [...raw].sort((a, b) => compareWords(a.first, b.first) || compareWords(b.last, a.last));
  const merged: RawRange[] = [];
  let before: RawRange | undefined;
  const add = (first: Words, { last, ref }: RawRange) => {
    before = { first, last, ref };
    merged.push(before);
  };
  for (const range of sorted) {
    if (!before) {
      add(range.first, range);
      continue;
    }
    const apart = compareWords(range.first, before.last) > 0;
    if (before.ref === range.ref && (!apart || follows(before.last, range.first))) {
      if (compareWords(range.last, before.last) > 0) before.last = range.last;
    } else if (apart) add(range.first, range);
    else if (compareWords(range.last, before.last) > 0) add(next(before.last)!, range);
  }
  return merged;
}

/** Whether `after` is the very next address. */
function follows(last: Words, after: Words): boolean {
  const beyond = next(last);
  return beyond !== null && compareWords(beyond, after) === 0;
}

/** The next address; null after the last one. */
function next(words: Words): Words | null {
  const result = [...words];
  for (let i = result.length - 1; i >= 0; i--) {
    if (result[i] !== 0xffffffff) {
      result[i] = result[i]! + 1;
      return result;
    }
    result[i] = 0;
  }
  return null;
}
