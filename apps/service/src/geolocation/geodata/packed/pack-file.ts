import { type BoundaryPack, indexPack, type PackHeader, type PackLines } from './pack.ts';
import { type PackedLines, unpacked } from './unpacked.ts';

const MAGIC = 'SPBP0001';

/**
 * Layout: `SPBP0001`, header length (u32 LE), header (JSON), then every arc as zigzag varints, first point
 * and then deltas.
 */
export function encodePack(header: PackHeader, arcs: [number, number][][]): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const bytes: number[] = [];
  const put = (value: number) => {
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest & 127) | 128);
    bytes.push(rest);
  };
  for (const arc of arcs) {
    let [x, y] = [0, 0];
    for (const point of arc) {
      put(point[0] - x);
      put(point[1] - y);
      [x, y] = point;
    }
  }
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return Buffer.concat([Buffer.from(MAGIC), length, json, Buffer.from(bytes)]);
}

/** The same lines with more in the header. */
export function withHeader(bytes: Buffer, more: Partial<PackHeader>): Buffer {
  const body = 12 + bytes.readUInt32LE(8);
  const json = Buffer.from(JSON.stringify({ ...JSON.parse(bytes.toString('utf8', 12, body)), ...more }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return Buffer.concat([Buffer.from(MAGIC), length, json, bytes.subarray(body)]);
}

/** Throws on another format or a truncated file. */
export const decodePack = (bytes: Buffer): BoundaryPack => indexPack(linesOf(openPack(bytes)));

/** The same without its index. */
export const linesOf = (file: PackedLines): PackLines => unpacked(file.header, [{ file, times: 1 }]);

/** The header alone is read; the lines stay packed until it is known where they go. */
export function openPack(bytes: Buffer): PackedLines {
  if (bytes.toString('latin1', 0, 8) !== MAGIC) throw new Error('not a boundary pack of this version');
  const body = 12 + bytes.readUInt32LE(8);
  return { header: JSON.parse(bytes.toString('utf8', 12, body)) as PackHeader, steps: bytes.subarray(body) };
}
