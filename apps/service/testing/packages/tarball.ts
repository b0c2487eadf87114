import { gunzipSync } from 'node:zlib';

const BLOCK = 512;

/** The files of a gzipped tar by path, in their order. Throws where a header's sum is wrong. */
export function unpackTarball(packed: Uint8Array): Map<string, Buffer> {
  const tar = gunzipSync(packed);
  const files = new Map<string, Buffer>();
  for (let at = 0; tar[at]; ) {
    const header = Buffer.from(tar.subarray(at, at + BLOCK));
    const field = (from: number, to: number) =>
      header.toString('utf8', from, to).replace(/\0.*$/s, '').trim();
    const [path, size, sum] = [field(0, 100), Number.parseInt(field(124, 136), 8), field(148, 156)];
    const counted = header.fill(' ', 148, 156).reduce((total, byte) => total + byte, 0);
    if (counted !== Number.parseInt(sum, 8)) throw new Error(`the header of ${path} is damaged`);
    files.set(path, tar.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}
