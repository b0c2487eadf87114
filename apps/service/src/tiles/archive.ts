import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  Compression,
  type Entry,
  findTile,
  type Header,
  ResolvedValueCache,
  TileType,
  zxyToTileId,
} from 'pmtiles';
import { type Credit, creditsOf } from './attribution.ts';
import { FileSource } from './file-source.ts';
import { boundsOf, HEADER_BYTES, headerOf, MEDIA_TYPES } from './header.ts';
import { UnfitArchive, UnreadableArchive } from './unfit.ts';

/** What a page needs to know to show the tiles. */
interface TileFacts {
  /** Made of the content: another content has other addresses, so that a browser may keep tiles for good. */
  name: string;
  type: 'raster' | 'vector';
  min_zoom: number;
  max_zoom: number;
  /** West, south, east, north in degrees. */
  bounds: readonly [number, number, number, number];
  attribution: Credit[];
}

export interface StoredTile {
  bytes: Buffer;
  gzipped: boolean;
  media_type: string;
}

const KEPT_DIRECTORIES = 100;
/** Directories name directories, by the format at most this deep. */
const DEEPEST = 4;
/** What a gzip may grow to: a directory or tile that was made to fill the memory ends here. */
const MOST_INFLATED = 64 * 2 ** 20;
/** In pieces of 16 kB, the default, a tile of 200 kB takes twice as long, and one of 64 MB four times. */
const PIECE_BYTES = 64 * 1024;
const unzip = promisify(gunzip);

export const inflated = (bytes: Uint8Array): Promise<Buffer> =>
  unzip(bytes, { maxOutputLength: MOST_INFLATED, chunkSize: PIECE_BYTES });

/** For directories and metadata, which the archive compresses as its header says. */
async function inside(data: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression !== Compression.Gzip) return data;
  return Uint8Array.from(await inflated(new Uint8Array(data))).buffer;
}

/** An archive of the operator's, checked and open. */
export class Archive {
  readonly facts: TileFacts;
  readonly version: string;
  readonly #source: FileSource;
  readonly #header: Header;
  readonly #directories: ResolvedValueCache;

  private constructor(source: FileSource, header: Header, directories: ResolvedValueCache, facts: TileFacts) {
    this.#source = source;
    this.#header = header;
    this.#directories = directories;
    this.facts = facts;
    this.version = source.version;
  }

  /** Throws an UnfitArchive, which says why the file cannot be shown. */
  static async open(path: string): Promise<Archive> {
    const source = await FileSource.open(path);
    try {
      const header = await headerOf(source);
      const metadata = await metadataOf(source, header);
      const facts = await factsOf(source, header, metadata);
      const archive = new Archive(
        source,
        header,
        new ResolvedValueCache(KEPT_DIRECTORIES, false, inside),
        facts,
      );
      await archive.#mustHaveTiles();
      return archive;
    } catch (error) {
      await source.close().catch(() => undefined);
      if (error instanceof UnfitArchive) throw error;
      // A call of the system failed, such as a read from a share that went away. Faults of unpacking name no call.
      if ((error as NodeJS.ErrnoException).syscall) throw new UnreadableArchive(error as Error);
      throw new UnfitArchive(`is damaged (${(error as Error).message})`);
    }
  }

  /** Null: the archive has no such tile. Throws an ArchiveChanged when the file was written to meanwhile. */
  async tile(z: number, x: number, y: number): Promise<StoredTile | null> {
    const bytes = await this.#stored(z, x, y).catch(async (error) => {
      // What cannot be read in a file that was cut or overwritten is no fault of the archive that was opened.
      await this.#source.mustBeUnchanged();
      throw error;
    });
    await this.#source.mustBeUnchanged();
    if (!bytes) return null;
    const { tileCompression, tileType } = this.#header;
    return { bytes, gzipped: tileCompression === Compression.Gzip, media_type: MEDIA_TYPES[tileType]! };
  }

  close(): Promise<void> {
    return this.#source.close();
  }

  async #stored(z: number, x: number, y: number): Promise<Buffer | null> {
    const entry = await this.#entry((directory) => findTile(directory, zxyToTileId(z, x, y)));
    return entry && this.#bytesOf(entry);
  }

  async #entry(choose: (directory: Entry[]) => Entry | null | undefined): Promise<Entry | null> {
    const { rootDirectoryOffset, rootDirectoryLength, leafDirectoryOffset } = this.#header;
    let [offset, length] = [rootDirectoryOffset, rootDirectoryLength];
    for (let depth = 0; depth < DEEPEST; depth++) {
      const found = choose(await this.#directories.getDirectory(this.#source, offset, length, this.#header));
      if (!found || found.runLength > 0) return found ?? null;
      [offset, length] = [leafDirectoryOffset + found.offset, found.length];
    }
    throw new UnfitArchive('has directories that lead in a circle');
  }

  #bytesOf({ offset, length }: Entry): Promise<Buffer> {
    const { tileDataOffset, tileDataLength = 0 } = this.#header;
    if (offset + length > tileDataLength) throw new UnfitArchive('names a tile outside of its tiles');
    return this.#source.read(tileDataOffset + offset, length);
  }

  /** The directories can be read, and lead to a first tile that is what the header says. */
  async #mustHaveTiles(): Promise<void> {
    const first = await this.#entry(([entry]) => entry);
    const bytes = first && (await this.#bytesOf(first));
    if (!bytes) throw new UnfitArchive('holds no tile');
    const { tileCompression, tileType } = this.#header;
    const plain = tileCompression === Compression.Gzip ? await inflated(bytes) : bytes;
    const sign = SIGNS[tileType];
    if (sign && !sign.test(plain.toString('latin1', 0, 16)))
      throw new UnfitArchive('is damaged: its first tile is not of the kind that its header states');
  }
}

/** How a picture begins. */
const SIGNS: Partial<Record<TileType, RegExp>> = {
  [TileType.Png]: /^\x89PNG\r\n/,
  [TileType.Jpeg]: /^\xff\xd8\xff/,
  [TileType.Webp]: /^RIFF[\s\S]{4}WEBP/,
  [TileType.Avif]: /^[\s\S]{4}ftyp/,
};

async function metadataOf(source: FileSource, header: Header): Promise<Record<string, unknown>> {
  const { jsonMetadataOffset, jsonMetadataLength, internalCompression } = header;
  if (jsonMetadataLength === 0) return {};
  const { data } = await source.getBytes(jsonMetadataOffset, jsonMetadataLength);
  const value: unknown = JSON.parse(Buffer.from(await inside(data, internalCompression)).toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new UnfitArchive('has metadata that are no object');
  return value as Record<string, unknown>;
}

async function factsOf(
  source: FileSource,
  header: Header,
  metadata: Record<string, unknown>,
): Promise<TileFacts> {
  const vector = header.tileType === TileType.Mvt;
  if (vector) mustBeBasemap(metadata);
  return {
    name: await nameOf(source, header),
    type: vector ? 'vector' : 'raster',
    min_zoom: header.minZoom,
    max_zoom: header.maxZoom,
    bounds: boundsOf(header),
    attribution: creditsOf(metadata.attribution),
  };
}

/** Layers that the page knows how to paint; the same two are in every cut of that map. */
const PAINTED = ['earth', 'water'];

function mustBeBasemap({ vector_layers }: Record<string, unknown>): void {
  const ids = Array.isArray(vector_layers) ? vector_layers.map((layer) => layer?.id) : [];
  if (PAINTED.every((id) => ids.includes(id))) return;
  throw new UnfitArchive(
    'holds vector tiles of another schema than Protomaps, whose layers are the only ones that can be painted; ' +
      'use a cut of the Protomaps basemap, or raster tiles',
  );
}

const SAMPLES = 64;
const SAMPLE_BYTES = 4_096;

/**
 * The same on every node that has a copy of the file. Everything that tells maps apart is in it, with samples of the
 * tiles, because a map may be drawn anew with pictures of the same sizes.
 */
async function nameOf(source: FileSource, header: Header): Promise<string> {
  const hash = createHash('sha256').update(`${source.size}`);
  const add = async (offset: number, length: number) => hash.update(await source.read(offset, length));
  await add(0, HEADER_BYTES);
  await add(header.rootDirectoryOffset, header.rootDirectoryLength);
  await add(header.jsonMetadataOffset, header.jsonMetadataLength);
  for (let i = 0; i < SAMPLES; i++) {
    const at = Math.floor((i / SAMPLES) * source.size);
    await add(at, Math.min(SAMPLE_BYTES, source.size - at));
  }
  return hash.digest('hex').slice(0, 16);
}
