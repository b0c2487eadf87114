import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ListKind } from './list-settings.ts';
import { buildRanges, type Ranges, type RawRange } from './ranges.ts';

/** First line of a stored list, JSON; four lines with its ranges follow. */
export interface ListHeader {
  format: 1;
  name: string;
  kind: ListKind;
  url: string;
  fetched_at: string;
  /** Number of entries in the source, before neighbours were joined. */
  count: number;
  /** SHA-256 of the fetched bytes. */
  sha256: string;
  /** SHA-256 of the lines below. */
  body_sha256: string;
}

export interface StoredList {
  header: ListHeader;
  body: string;
}

/** `current` is in use, `previous` is the target of a rollback, `held` waits for the operator. */
type Slot = 'current' | 'previous' | 'held';

const listFile = (dir: string, name: string, slot: Slot) =>
  join(dir, slot === 'current' ? `${name}.list` : `${name}.list.${slot}`);

const digest = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

export function makeList(
  header: Pick<ListHeader, 'name' | 'kind' | 'url' | 'count'>,
  fetched: Buffer,
  raw: readonly RawRange[],
  now_ms: number,
): StoredList {
  const { v4, v6 } = buildRanges(raw);
  const body = [v4.start, v4.end, v6.start, v6.end].map((column) => `${encode(column)}\n`).join('');
  const fetched_at = new Date(now_ms).toISOString();
  return {
    header: { format: 1, ...header, fetched_at, sha256: digest(fetched), body_sha256: digest(body) },
    body,
  };
}

/** Reads a stored list; null when there is none. Throws when it is damaged. */
export function readList(dir: string, name: string, slot: Slot): StoredList | null {
  const file = listFile(dir, name, slot);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  const line_end = text.indexOf('\n');
  const body = text.slice(line_end + 1);
  let header: ListHeader | null = null;
  try {
    header = JSON.parse(text.slice(0, line_end)) as ListHeader;
  } catch {
    // The error is thrown below.
  }
  if (header?.format !== 1 || header.name !== name || header.body_sha256 !== digest(body))
    throw new Error(`${file} is damaged`);
  return { header, body };
}

/** The columns of the two families, as they are searched. */
export function rangesOf({ header, body }: StoredList): Ranges {
  const [start4, end4, start6, end6] = body.split('\n', 4).map(decode);
  if (!start4 || !end4 || !start6 || !end6 || start4.length !== end4.length || start6.length !== end6.length)
    throw new Error(`${header.name}: damaged columns`);
  const listed = (length: number) => new Uint32Array(length).fill(1);
  return {
    v4: { start: start4, end: end4, ref: listed(start4.length) },
    v6: { start: start6, end: end6, ref: listed(start6.length / 4) },
  };
}

/** Base64 of 32-bit little-endian words: a list of 200,000 ranges is read in milliseconds. */
const encode = ({ buffer, byteOffset, byteLength }: Uint32Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

function decode(line: string): Uint32Array {
  const bytes = Buffer.from(line, 'base64');
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));
}

/**
 * Writes beside the file, flushes to disk, then renames: a reader finds the old list whole or the new one
 * whole.
 */
export function writeList(dir: string, list: StoredList, slot: Slot): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = listFile(dir, list.header.name, slot);
  const beside = `${file}.${process.pid}.new`;
  const descriptor = openSync(beside, 'w', 0o600);
  try {
    writeSync(descriptor, `${JSON.stringify(list.header)}\n${list.body}`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(beside, file);
}

export function removeList(dir: string, name: string, slot: Slot): void {
  rmSync(listFile(dir, name, slot), { force: true });
}
