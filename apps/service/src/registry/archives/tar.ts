import { gunzipSync } from 'node:zlib';
import { Unfit } from '../artifact.ts';
import { requireOnce, requireSafe } from './names.ts';

const BLOCK = 512;
/** A few kilobytes of gzip can be gigabytes. */
const UNPACKED_MAX_MB = 256;

export interface TarFile {
  name: string;
  bytes: Buffer;
}

const textAt = (block: Buffer, start: number, length: number): string => {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
};

function numberAt(block: Buffer, start: number, length: number): number {
  const text = textAt(block, start, length).trim();
  if (!/^[0-7]{1,11}$/.test(text)) throw new Unfit('a number in its tar headers is not octal');
  return Number.parseInt(text, 8);
}

/** The checksum of a header counts its own eight bytes as blanks (POSIX.1-2017, pax, "ustar Interchange Format"). */
function requireChecksum(block: Buffer): void {
  let sum = 8 * 32;
  for (let i = 0; i < BLOCK; i++) if (i < 148 || i >= 156) sum += block[i]!;
  if (sum !== numberAt(block, 148, 8)) throw new Unfit('a header of its tar archive is damaged');
}

interface Pax {
  path?: string;
  size?: string;
}

/** What a pax header says of the entry after it. Its records are `LENGTH KEY=VALUE\n`. */
function readPax(bytes: Buffer): Pax {
  const records: Record<string, string> = {};
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(32, at);
    const length = Number(bytes.toString('latin1', at, blank));
    if (blank < 0 || !Number.isSafeInteger(length) || length < 5 || at + length > bytes.length)
      throw new Unfit('a pax header of its tar archive is damaged');
    const [key, ...value] = bytes.toString('utf8', blank + 1, at + length - 1).split('=');
    records[key!] = value.join('=');
    at += length;
  }
  const { path, size } = records;
  return { path, size };
}

/**
 * The files of a gzipped tar archive, read strictly: what `npm pack` writes, and nothing else. Links, devices and
 * names that lead elsewhere are refused, so this never has to decide what another program would make of them.
 */
export function readTarball(packed: Buffer): TarFile[] {
  const tar = unpacked(packed);
  const files: TarFile[] = [];
  let pax: Pax = {};
  let at = 0;
  for (; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const block = tar.subarray(at, at + BLOCK);
    requireChecksum(block);
    const size = numberAt(block, 124, 12);
    const content = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (content.length < size) throw new Unfit('its tar archive ends too early');
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = String.fromCharCode(block[156]!);
    if (type === 'x') {
      pax = readPax(content);
      continue;
    }
    if (type === 'g') {
      const { path, size: changed } = readPax(content);
      if (path ?? changed) throw new Unfit('a global header of its tar archive renames files');
      continue;
    }
    const prefix = textAt(block, 345, 155);
    const name: string = pax.path ?? (prefix ? `${prefix}/` : '') + textAt(block, 0, 100);
    // Another size would be read by some programs, and with it other entries after this one.
    if (pax.size !== undefined && pax.size !== `${size}`)
      throw new Unfit('a pax header of its tar archive changes a size');
    pax = {};
    requireSafe(name);
    if (type === '5') continue;
    if (type !== '0' && type !== '\0') throw new Unfit(`${name} in it is a link or a device, and no file`);
    files.push({ name, bytes: content });
  }
  if (tar.subarray(at).some((byte) => byte !== 0))
    throw new Unfit('something follows the end of its tar archive');
  requireOnce(files.map(({ name }) => name));
  return files;
}

/** Pieces of 16 kB, which is the default, take twice as long to unpack and to put together. */
const PIECE_BYTES = 64 * 1024;

function unpacked(packed: Buffer): Buffer {
  try {
    return gunzipSync(packed, { maxOutputLength: UNPACKED_MAX_MB * 2 ** 20, chunkSize: PIECE_BYTES });
  } catch (error) {
    const large = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new Unfit(
      large ? `it unpacks to more than ${UNPACKED_MAX_MB} MB` : 'it is no gzip file, or a damaged one',
    );
  }
}
