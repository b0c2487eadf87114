import { bytesToHeader, Compression, type Header, TileType } from 'pmtiles';
import type { FileSource } from './file-source.ts';
import { UnfitArchive } from './unfit.ts';

export const HEADER_BYTES = 127;
const MAGIC = 'PMTiles';
const VERSION = 3;
/** Positions at this zoom differ by less than a metre, and the numbers of its tiles still count exactly. */
const DEEPEST_ZOOM = 24;

/** Media type by type of tile; others are not shown. */
export const MEDIA_TYPES: Partial<Record<TileType, string>> = {
  [TileType.Mvt]: 'application/vnd.mapbox-vector-tile',
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
};

const READ_DIRECTLY: readonly Compression[] = [Compression.Unknown, Compression.None, Compression.Gzip];

/** The header of an archive that can be shown; otherwise throws the reason. */
export async function headerOf(source: FileSource): Promise<Header> {
  if (source.size < HEADER_BYTES) throw new UnfitArchive('is too short to be a PMTiles archive');
  const bytes = await source.read(0, HEADER_BYTES);
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new UnfitArchive('is not a PMTiles archive');
  if (bytes[MAGIC.length] !== VERSION)
    throw new UnfitArchive(`is of PMTiles version ${bytes[MAGIC.length]}; version ${VERSION} is needed`);
  const header = bytesToHeader(Uint8Array.from(bytes).buffer);
  const problem = problemOf(header, source.size);
  if (problem) throw new UnfitArchive(problem);
  return header;
}

function problemOf(header: Header, size: number): string | null {
  const { tileType, minZoom, maxZoom, internalCompression, tileCompression } = header;
  if (!MEDIA_TYPES[tileType])
    return 'holds tiles of a kind that is not known; vector (MVT), PNG, JPEG, WebP and AVIF are';
  if (!READ_DIRECTLY.includes(internalCompression) || !READ_DIRECTLY.includes(tileCompression))
    return 'is compressed in a way that browsers do not all read; only gzip is supported';
  if (minZoom > maxZoom || maxZoom > DEEPEST_ZOOM)
    return `states zooms from ${minZoom} to ${maxZoom}, which cannot be`;
  const end = Math.max(...rangesOf(header).map(([offset, length]) => offset + length));
  return end > size ? `is cut off: it says that it has ${end} bytes, and has ${size}` : null;
}

const rangesOf = (header: Header): [offset: number, length: number][] => [
  [header.rootDirectoryOffset, header.rootDirectoryLength],
  [header.jsonMetadataOffset, header.jsonMetadataLength],
  [header.leafDirectoryOffset, header.leafDirectoryLength ?? 0],
  [header.tileDataOffset, header.tileDataLength ?? 0],
];

const WORLD = [-180, -85.06, 180, 85.06] as const;

/** West, south, east, north in degrees; the world when the archive states no sensible ones. */
export function boundsOf({
  minLon,
  minLat,
  maxLon,
  maxLat,
}: Header): readonly [number, number, number, number] {
  const sensible = minLon < maxLon && minLat < maxLat && Math.abs(minLat) <= 90 && Math.abs(maxLat) <= 90;
  const across = Math.abs(minLon) <= 180 && Math.abs(maxLon) <= 180;
  return sensible && across ? [minLon, minLat, maxLon, maxLat] : WORLD;
}
