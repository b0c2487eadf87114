import type { Readable } from 'node:stream';
import type { PackageKind } from '../database/tables/packages.ts';

/** Which file of which version. */
export interface FilePlace {
  kind: PackageKind;
  /** `@standpoint/react-native`, `dev.standpoint:android` or `Standpoint`. */
  name: string;
  version: string;
  /** As it is downloaded, without a folder. */
  file: string;
}

/** A file that was checked and may be stored. */
export interface Artifact extends FilePlace {
  bytes: Buffer;
  /** The package.json of an npm package. */
  manifest: Manifest | null;
}

export type Manifest = Record<string, unknown> & { name: string; version: string };

export interface Hashes {
  sha512: Buffer;
  sha256: Buffer;
  sha1: Buffer;
  md5: Buffer;
}

/** A file that the registry serves. */
export interface ServedFile extends FilePlace, Hashes {
  /** Bytes. */
  size: number;
  manifest: Record<string, unknown> | null;
  created_at: Date;
  /** `packed`: by this service, from its own source; other bytes may follow under the same version. */
  origin: 'imported' | 'packed';
  read(): Readable;
}

/** A served file as lists show it. */
export const listed = ({ kind, name, version, file, size, sha256 }: ServedFile) => ({
  kind,
  name,
  version,
  file,
  size,
  sha256: sha256.toString('hex'),
});

/** A file is not what it should be: one sentence for the operator. */
export class Unfit extends Error {}

/** Most bytes of one file. */
export const FILE_BYTES_MAX = 256 * 2 ** 20;

export const VERSION =
  /^(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;
