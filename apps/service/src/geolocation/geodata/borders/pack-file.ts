import { type BoundaryPack, indexPack, type PackHeader, type PackLines, packLines, shared } from './pack.ts';

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
export const decodePack = (bytes: Buffer): BoundaryPack => indexPack(decodeLines(bytes));

/** The same without its index. */
export function decodeLines(bytes: Buffer): PackLines {
  if (bytes.toString('latin1', 0, 8) !== MAGIC) throw new Error('not a boundary pack of this version');
  const body = 12 + bytes.readUInt32LE(8);
  const header = JSON.parse(bytes.toString('utf8', 12, body)) as PackHeader;
  return packLines(header, readPoints(bytes, body, header.arc_points));
}

function readPoints(bytes: Buffer, start: number, arc_points: number[]): Int32Array {
  const total = arc_points.reduce((sum, n) => sum + n, 0);
  const points = new Int32Array(shared(8 * total));
  let at = start;
  const next = () => {
    let value = 0;
    let place = 1;
    let byte = 128;
    while (byte > 127) {
      if (at >= bytes.length) throw new Error('the boundary pack ends too early');
      byte = bytes[at++]!;
      value += (byte & 127) * place;
      place *= 128;
    }
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  };
  let p = 0;
  for (const n of arc_points) {
    let x = 0;
    let y = 0;
    for (let i = 0; i < n; i++) {
      x += next();
      y += next();
      points[p++] = x;
      points[p++] = y;
    }
  }
  if (at !== bytes.length) throw new Error('the boundary pack has bytes after its last arc');
  return points;
}
