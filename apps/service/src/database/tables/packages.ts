import type { Generated } from 'kysely';

export type PackageKind = 'npm' | 'maven' | 'ios';

export type PackageFileTable = {
  kind: PackageKind;
  name: string;
  version: string;
  file: string;
  /** Bytes. */
  size: number;
  sha512: Buffer;
  sha256: Buffer;
  sha1: Buffer;
  md5: Buffer;
  /** The package.json of an npm package. */
  manifest: Record<string, unknown> | null;
  created_at: Generated<Date>;
  removed_at: Generated<Date | null>;
};

export type PackagePartTable = {
  kind: PackageKind;
  name: string;
  version: string;
  file: string;
  number: number;
  content: Buffer;
};
