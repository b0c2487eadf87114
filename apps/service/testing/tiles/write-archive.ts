import { gzipSync } from 'node:zlib';
import { varint } from './varint.ts';

/** One tile of an archive to write. */
export interface TileToWrite {
  z: number;
  x: number;
  y: number;
  bytes: Buffer;
}

export interface ArchiveToWrite {
  type: 'mvt' | 'png';
  tiles: readonly TileToWrite[];
  metadata?: object;
  /** Whether tiles, directories and metadata are compressed. */
  gzip?: boolean;
  /** West, south, east, north in degrees. */
  bounds?: readonly [number, number, number, number];
  /** Tiles per leaf directory; without, all of them are in the root. */
  leaf?: number;
}

const TYPES = { mvt: 1, png: 2 };
const HEADER = 127;
const WORLD = [-180, -85, 180, 85] as const;

/** A PMTiles archive of version 3, by its specification and without the library that reads it. */
export function writeArchive({
  type,
  tiles,
  metadata = {},
  gzip = false,
  bounds = WORLD,
  leaf,
}: ArchiveToWrite): Buffer {
  const packed = (bytes: Buffer) => (gzip ? gzipSync(bytes, { level: 1 }) : bytes);
  const sorted = tiles
    .map((tile) => ({ id: tileId(tile), data: packed(tile.bytes) }))
    .toSorted((a, b) => a.id - b.id);
  let at = 0;
  const entries = sorted.map(({ id, data }): Entry => {
    at += data.length;
    return { id, offset: at - data.length, length: data.length, run: 1 };
  });
  const leaves: Buffer[] = [];
  const root = leaf ? chunks(entries, leaf).map((chunk) => leafEntry(chunk, leaves, packed)) : entries;
  const sections = [
    packed(directory(root)),
    packed(Buffer.from(JSON.stringify(metadata))),
    Buffer.concat(leaves),
    Buffer.concat(sorted.map(({ data }) => data)),
  ];
  const zooms = tiles.length > 0 ? tiles.map(({ z }) => z) : [0];
  const header = headerOf(sections, { tiles: tiles.length, zooms, bounds, type: TYPES[type], gzip });
  return Buffer.concat([header, ...sections]);
}

interface Entry {
  id: number;
  offset: number;
  length: number;
  /** 0: a leaf directory. */
  run: number;
}

function leafEntry(chunk: Entry[], leaves: Buffer[], packed: (bytes: Buffer) => Buffer): Entry {
  const offset = leaves.reduce((sum, { length }) => sum + length, 0);
  const bytes = packed(directory(chunk));
  leaves.push(bytes);
  return { id: chunk[0]!.id, offset, length: bytes.length, run: 0 };
}

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

/** Column by column: ids as steps, lengths of runs, lengths, and offsets plus one. */
function directory(entries: readonly Entry[]): Buffer {
  const ids = entries.map(({ id }, i) => id - (entries[i - 1]?.id ?? 0));
  const columns = [
    ids,
    entries.map(({ run }) => run),
    entries.map(({ length }) => length),
    entries.map(({ offset }) => offset + 1),
  ];
  return Buffer.from([entries.length, ...columns.flat()].flatMap(varint));
}

interface HeaderFacts {
  tiles: number;
  zooms: number[];
  bounds: readonly [number, number, number, number];
  type: number;
  gzip: boolean;
}

function headerOf(sections: readonly Buffer[], { tiles, zooms, bounds, type, gzip }: HeaderFacts): Buffer {
  const header = Buffer.alloc(HEADER);
  header.write('PMTiles', 0, 'latin1');
  header.writeUInt8(3, 7);
  let offset = HEADER;
  for (const [i, { length }] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * i);
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * i);
    offset += length;
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(BigInt(tiles), at);
  const compression = gzip ? 2 : 1;
  const [least, most] = [Math.min(...zooms), Math.max(...zooms)];
  for (const [i, value] of [1, compression, compression, type, least, most].entries())
    header.writeUInt8(value, 96 + i);
  for (const [i, degrees] of bounds.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i);
  header.writeUInt8(least, 118);
  return header;
}

/** The number of a tile: all tiles of smaller zooms, and then the way along the Hilbert curve. */
function tileId({ z, x, y }: TileToWrite): number {
  const before = (4 ** z - 1) / 3;
  let [column, row, along] = [x, y, 0];
  for (let side = 2 ** z / 2; side >= 1; side /= 2) {
    const [right, down] = [Math.floor(column / side) % 2, Math.floor(row / side) % 2];
    along += side * side * ((3 * right) ^ down);
    [column, row] = [column % side, row % side];
    if (down === 0) {
      if (right === 1) [column, row] = [side - 1 - column, side - 1 - row];
      [column, row] = [row, column];
    }
  }
  return before + along;
}
