import { gzipSync } from 'node:zlib';

const BLOCK = 512;
/**
 * The time that npm gives to packed files, so that the same files have the same bytes: 26 October 1985, 8:15.
 */
const MTIME_S = 499_162_500;

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

/** Header of one file: POSIX ustar, IEEE 1003.1-2017 "pax", without an owner. */
function header(path: string, size: number): Buffer {
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for a tar header`);
  const block = Buffer.alloc(BLOCK);
  const put = (text: string, at: number) => block.write(text, at, 'utf8');
  put(path, 0);
  put(octal(0o644, 8), 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(size, 12), 124);
  put(octal(MTIME_S, 12), 136);
  put('        ', 148);
  put('0', 156);
  put('ustar\u000000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/**
 * Packs files as npm does: below `package/`, gzipped. The same files give the same bytes, on every machine
 * with the same zlib. `files`: content by path below the package.
 */
export function packTarball(files: ReadonlyMap<string, Uint8Array>): Buffer {
  // npm's first file is package.json, and so some readers look there first.
  const rest = [...files.keys()].filter((path) => path !== 'package.json').sort();
  const blocks = ['package.json', ...rest].flatMap((path) => {
    const content = files.get(path)!;
    const padding = Buffer.alloc((BLOCK - (content.byteLength % BLOCK)) % BLOCK);
    return [header(`package/${path}`, content.byteLength), content, padding];
  });
  const packed = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level: 9 });
  // The header of gzip names the operating system, which says nothing about the files.
  packed[9] = 255;
  return packed;
}
