import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** One entry of an archive that a test makes, honest or not. */
export interface Entry {
  name: string;
  content?: string | Buffer;
  /** Of tar: `0` a file, `2` a link, `5` a folder, `x` a pax header. */
  type?: string;
  /** Of zip: where a symbolic link leads. */
  link?: string;
  /** Of zip: packed, as the tools of macOS do with links too. */
  deflated?: true;
  /** Of zip: the name in the header of the file itself. */
  local?: string;
}

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;

function tarEntry({ name, content = '', type = '0' }: Entry): Buffer {
  const bytes = Buffer.from(content);
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write(octal(0o644, 8), 100);
  block.write(octal(bytes.length, 12), 124);
  block.write(octal(0, 12), 136);
  block.write('        ', 148);
  block.write(type, 156);
  block.write('ustar\u000000', 257);
  block.write(
    `${block
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  return Buffer.concat([block, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

export const tarball = (...entries: Entry[]): Buffer =>
  gzipSync(Buffer.concat([...entries.map(tarEntry), Buffer.alloc(1_024)]), { level: 1 });

/** A package as `npm pack` makes it. */
export const npmPackage = (manifest: object, ...more: Entry[]): Buffer =>
  tarball(
    { name: 'package/package.json', content: JSON.stringify(manifest) },
    { name: 'package/index.js', content: 'module.exports = "here";\n' },
    ...more,
  );

/** A zip archive. */
export function zip(...entries: Entry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content = '', link, local = name, deflated } of entries) {
    const plain = Buffer.from(link ?? content);
    const bytes = deflated ? deflateRawSync(plain) : plain;
    const sum = crc32(plain);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(deflated ? 8 : 0, 8);
    header.writeUInt32LE(sum, 14);
    header.writeUInt32LE(bytes.length, 18);
    header.writeUInt32LE(plain.length, 22);
    header.writeUInt16LE(Buffer.byteLength(local), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(0x0314, 4);
    entry.writeUInt16LE(deflated ? 8 : 0, 10);
    entry.writeUInt32LE(sum, 16);
    entry.writeUInt32LE(bytes.length, 20);
    entry.writeUInt32LE(plain.length, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(((link === undefined ? 0o100644 : 0o120777) << 16) >>> 0, 38);
    entry.writeUInt32LE(at, 42);
    locals.push(header, Buffer.from(local), bytes);
    directory.push(entry, Buffer.from(name));
    at += 30 + Buffer.byteLength(local) + bytes.length;
  }
  const entriesBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(entriesBytes.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, entriesBytes, end]);
}

export const pom = (group: string, artifact: string, version: string, packaging = 'jar'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>${group}</groupId>
  <artifactId>${artifact}</artifactId>
  <version>${version}</version>
  <packaging>${packaging}</packaging>
</project>
`;

export const xcframework = (name: string): Buffer =>
  zip(
    { name: `${name}.xcframework/` },
    { name: `${name}.xcframework/Info.plist`, content: '<plist/>' },
    { name: `${name}.xcframework/ios-arm64/${name}`, content: 'binary' },
  );
