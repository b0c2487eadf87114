import { crc32, deflateRawSync } from 'node:zlib';

/** 1 January 1980, the first day that a zip can name: the same files give the same bytes. */
const DATE = 0x0021;
/** Version 2.0 of the format, made on Unix. */
const VERSION = 20;
const MADE_BY = 0x0300 | VERSION;
/** Names are UTF-8 (APPNOTE 6.3.10 §4.4.4, bit 11). */
const UTF8 = 0x0800;
const DEFLATE = 8;

/** What the header of a file and its line in the directory have in common. */
function described(name: Buffer, plain: Uint8Array, packed: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(UTF8, 2);
  fields.writeUInt16LE(DEFLATE, 4);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(crc32(plain), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(plain.byteLength, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

/** Packs files into a zip, or a jar, in the order of their names. `files`: content by path. */
export function packZip(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const path of [...files.keys()].sort()) {
    const [name, plain] = [Buffer.from(path), files.get(path)!];
    const packed = deflateRawSync(plain, { level: 9 });
    const fields = described(name, plain, packed);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed]);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 0, 'latin1');
    entry.writeUInt16LE(MADE_BY, 4);
    fields.copy(entry, 6);
    entry.writeUInt32LE((0o100644 << 16) >>> 0, 38);
    entry.writeUInt32LE(at, 42);
    parts.push(local);
    directory.push(entry, name);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}
