import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { RangeResponse, Source } from 'pmtiles';
import { ArchiveChanged, UnfitArchive, UnreadableArchive } from './unfit.ts';

/** A damaged directory may name any length: no more than this is ever read at once. */
const MOST_AT_ONCE = 16 * 2 ** 20;

/**
 * Tells one content of a path from the next. The time of the last change is of the system's own making: a copy that
 * keeps the old file's date has a new one.
 */
const versionOf = ({ dev, ino, size, ctimeNs }: BigIntStats): string => `${dev} ${ino} ${size} ${ctimeNs}`;

/** The version of the file that a path names now; null when there is none. */
export const versionAt = (path: string): Promise<string | null> =>
  stat(path, { bigint: true }).then(versionOf, () => null);

/** Ranges of one open file. */
export class FileSource implements Source {
  readonly size: number;
  readonly version: string;
  readonly #file: FileHandle;

  private constructor(file: FileHandle, found: BigIntStats) {
    this.#file = file;
    this.size = Number(found.size);
    this.version = versionOf(found);
  }

  static async open(path: string): Promise<FileSource> {
    // To open a pipe would wait for its other end for ever.
    const found = await stat(path).catch(unreadable);
    if (!found.isFile()) throw new UnfitArchive('is not a file');
    const file = await open(path, 'r').catch(unreadable);
    try {
      return new FileSource(file, await file.stat({ bigint: true }));
    } catch (error) {
      await file.close().catch(() => undefined);
      return unreadable(error as NodeJS.ErrnoException);
    }
  }

  getKey(): string {
    return this.version;
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const { buffer, byteOffset } = await this.read(offset, length);
    return { data: buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer };
  }

  /** All of the range, or an error. */
  async read(offset: number, length: number): Promise<Buffer> {
    if (!Number.isSafeInteger(offset + length) || offset < 0 || length < 0 || length > MOST_AT_ONCE)
      throw new UnfitArchive(`names a range of ${length} bytes at ${offset}, which no archive has`);
    const bytes = Buffer.alloc(length);
    let read = 0;
    while (read < length) {
      const { bytesRead } = await this.#file.read(bytes, read, length - read, offset + read);
      if (bytesRead === 0) throw new UnfitArchive(`ends before byte ${offset + length}`);
      read += bytesRead;
    }
    return bytes;
  }

  /** Throws when the file was written to since it was opened: call it after reading and before using. */
  async mustBeUnchanged(): Promise<void> {
    const now = versionOf(await this.#file.stat({ bigint: true }));
    if (now !== this.version) throw new ArchiveChanged('the file was written to while it was read');
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

function unreadable(error: NodeJS.ErrnoException): never {
  throw new UnreadableArchive(error);
}
