import { gunzipSync } from 'node:zlib';

const BLOCK = 512;
/** An archive must not fill the memory when it is unpacked. */
export const UNPACKED_MAX = 256 * 1024 * 1024;
const FILE = new Set(['0', '\0', '']);
/** Headers that say more about the next entry, such as a long path, and folders. */
const BESIDE = new Set(['x', 'g', '5']);

/** What is wrong with an archive, in a sentence. */
export class BadArchive extends Error {}

/**
 * The files of a gzipped tar by path (POSIX ustar), in their order. Throws `BadArchive` where a header's sum is wrong,
 * a link stands in it, or a path leaves `package/`: whoever unpacks it would write where they do not want to.
 */
export function untar(packed: Uint8Array): Map<string, Buffer> {
  const tar = unzipped(packed);
  const files = new Map<string, Buffer>();
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const { path, size, type } = headerOf(tar.subarray(at, at + BLOCK));
    const end = at + BLOCK + size;
    if (end > tar.length) throw new BadArchive(`it ends within ${path}`);
    if (FILE.has(type)) files.set(inside(path), tar.subarray(at + BLOCK, end));
    else if (!BESIDE.has(type)) throw new BadArchive(`${path} is a link or a device, not a file`);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}

function unzipped(packed: Uint8Array): Buffer {
  try {
    return gunzipSync(packed, { maxOutputLength: UNPACKED_MAX });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new BadArchive(
      code === 'ERR_BUFFER_TOO_LARGE'
        ? `unpacked, it has more than ${UNPACKED_MAX / 1024 / 1024} MB`
        : `it is not gzip: ${message}`,
    );
  }
}

function headerOf(block: Buffer): { path: string; size: number; type: string } {
  const field = (from: number, to: number) => block.toString('utf8', from, to).replace(/\0.*$/s, '').trim();
  const path = [field(345, 500), field(0, 100)].filter(Boolean).join('/');
  const counted = Buffer.from(block)
    .fill(' ', 148, 156)
    .reduce((total, byte) => total + byte, 0);
  const size = Number.parseInt(field(124, 136) || '0', 8);
  if (counted !== Number.parseInt(field(148, 156), 8) || !(size >= 0))
    throw new BadArchive(`the header of ${path || 'a file'} is damaged`);
  return { path, size, type: String.fromCharCode(block[156]!).replace('\0', '') };
}

function inside(path: string): string {
  const parts = path.split('/');
  if (path.startsWith('/') || parts.includes('..') || parts.length < 2 || /[\\\0]/.test(path))
    throw new BadArchive(`${path} is not below package/`);
  return path;
}
