import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Something that is searched for, byte for byte. */
export interface Pattern {
  /** Index into the list of what is searched for. */
  owner: number;
  bytes: Buffer;
  /** Text may lie compressed (pglz), with a control byte before each eight characters. */
  text: boolean;
}

const WINDOW = 8;
const CHUNK = 64 * 2 ** 20;
const OVERLAP = 4_096;
/** Characters of a compressed text that must follow each other before it counts as found. */
const ENOUGH = 12;

/**
 * Searches files for hundreds of thousands of patterns at once. Each pattern is found by windows of eight bytes: a
 * text by eight of them, one of which lies whole between two control bytes of PostgreSQL's compression.
 */
export class Finder {
  readonly #patterns: readonly Pattern[];
  readonly #filter = new Uint8Array(2 ** 21);
  readonly #windows = new Map<number, number[]>();

  constructor(patterns: readonly Pattern[]) {
    this.#patterns = patterns;
    for (const [index, { bytes, text }] of patterns.entries()) {
      const offsets = text ? Math.min(WINDOW, bytes.length - WINDOW + 1) : 1;
      for (let offset = 0; offset < offsets; offset++) this.#add(bytes, index, offset);
    }
  }

  #add(bytes: Buffer, index: number, offset: number): void {
    const hash = hashOf(bytes.readInt32LE(offset), bytes.readInt32LE(offset + 4));
    this.#filter[hash >>> 11]! |= 1 << ((hash >>> 8) & 7);
    const packed = index * WINDOW + offset;
    const others = this.#windows.get(hash);
    if (others) others.push(packed);
    else this.#windows.set(hash, [packed]);
  }

  /** Calls `found` with each owner whose pattern lies in the bytes. */
  search(bytes: Uint8Array, found: (owner: number) => void): void {
    const filter = this.#filter;
    let low = 0;
    let high = 0;
    for (let at = 0; at < bytes.length; at++) {
      low = (low >>> 8) | (high << 24);
      high = (high >>> 8) | (bytes[at]! << 24);
      const hash = hashOf(low, high);
      if ((filter[hash >>> 11]! & (1 << ((hash >>> 8) & 7))) === 0) continue;
      const windows = this.#windows.get(hash);
      if (windows) this.#compare(bytes, at - WINDOW + 1, windows, found);
    }
  }

  #compare(bytes: Uint8Array, at: number, windows: number[], found: (owner: number) => void): void {
    for (const packed of windows) {
      const { bytes: wanted, text, owner } = this.#patterns[Math.floor(packed / WINDOW)]!;
      const offset = packed % WINDOW;
      if (isAt(bytes, at - offset, wanted) || (text && isCompressedAt(bytes, at, wanted, offset)))
        found(owner);
    }
  }

  /** The same for a file; returns its size. */
  searchFile(path: string, found: (owner: number) => void, chunk_bytes = CHUNK): number {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const chunk = Buffer.alloc(Math.min(size, chunk_bytes));
      for (let at = 0; at < size; at += chunk_bytes - OVERLAP) {
        const length = readSync(file, chunk, 0, chunk.length, at);
        this.search(chunk.subarray(0, length), found);
        if (at + length >= size) break;
      }
      return size;
    } finally {
      closeSync(file);
    }
  }
}

function hashOf(low: number, high: number): number {
  const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77);
  return mixed ^ (mixed >>> 15);
}

function isAt(bytes: Uint8Array, start: number, wanted: Buffer): boolean {
  if (start < 0 || start + wanted.length > bytes.length) return false;
  for (let i = 0; i < wanted.length; i++) if (bytes[start + i] !== wanted[i]) return false;
  return true;
}

/** Whether the text goes on beyond this group of eight characters, after or before a control byte. */
function isCompressedAt(bytes: Uint8Array, start: number, wanted: Buffer, offset: number): boolean {
  let same = 0;
  for (let i = 0; i < WINDOW; i++) if (bytes[start + i] === wanted[offset + i]) same++;
  if (same < WINDOW) return false;
  for (let i = offset + WINDOW; i < wanted.length && bytes[start + i - offset + 1] === wanted[i]; i++) same++;
  for (let i = offset - 1; i >= 0 && bytes[start + i - offset - 1] === wanted[i]; i--) same++;
  return same >= Math.min(ENOUGH, wanted.length);
}
