import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Kysely } from 'kysely';
import type { Log } from '../database/log.ts';
import type { Schema } from '../database/schema.ts';
import { contentsOf, type PackageContent, type Registry } from './contents.ts';
import { byVersion } from './names.ts';
import { bytesOf, filesOf, type Listed, listFiles } from './stored.ts';

/** Packages that a clone packs itself; an operator's files come first. */
export type PackOwn = () => Promise<readonly { file: string }[]>;

/** One version of a package of npm. */
export interface NpmVersion {
  version: string;
  manifest: Record<string, unknown>;
  added_at: Date;
}

export interface Shelf {
  npm(name: string): Promise<readonly NpmVersion[]>;
  /** The bytes of one file; null when there is none. */
  bytes(registry: Registry, path: string): Promise<Buffer | null>;
  /** Versions of `group:artifact`, oldest first. */
  maven(name: string): Promise<readonly { version: string; added_at: Date }[]>;
  list(): Promise<readonly Listed[]>;
}

export function openShelf(db: Kysely<Schema>, pack: PackOwn | null, log: Log): Shelf {
  let own: Promise<readonly PackageContent[]> | undefined;
  const opened = new Date();
  const packed = (): Promise<readonly PackageContent[]> => {
    own ??= (pack?.() ?? Promise.resolve([])).then(readAll).catch((error) => {
      // It is tried again: a compiler may be there next time. What was imported is served meanwhile.
      own = undefined;
      log.warn({ err: error }, 'the packages of this clone could not be packed');
      return [];
    });
    return own;
  };
  return {
    async npm(name) {
      const stored = await filesOf(db, 'npm', name);
      const known = new Set(stored.map(({ version }) => version));
      const ours = (await packed()).filter((one) => one.name === name && !known.has(one.version));
      return [
        ...stored.map(({ version, manifest, added_at }) => ({ version, manifest: manifest!, added_at })),
        ...ours.map(({ version, manifest }) => ({ version, manifest: manifest!, added_at: opened })),
      ].sort((a, b) => byVersion(a.version, b.version));
    },
    async bytes(registry, path) {
      const stored = await bytesOf(db, registry, path);
      if (stored || registry !== 'npm') return stored?.bytes ?? null;
      return (await packed()).find((one) => one.path === path)?.bytes ?? null;
    },
    async maven(name) {
      const versions = new Map<string, Date>();
      for (const { version, added_at } of await filesOf(db, 'maven', name)) versions.set(version, added_at);
      return [...versions]
        .map(([version, added_at]) => ({ version, added_at }))
        .sort((a, b) => byVersion(a.version, b.version));
    },
    async list() {
      const stored = await listFiles(db);
      const known = new Set(stored.map(({ registry, path }) => `${registry}/${path}`));
      const ours = (await packed()).filter(({ registry, path }) => !known.has(`${registry}/${path}`));
      return [...stored, ...ours.map((one) => listedOf(one, opened))];
    },
  };
}

const readAll = (files: readonly { file: string }[]) =>
  contentsOf(files.map(({ file }) => ({ name: basename(file), bytes: readFileSync(file) })));

const listedOf = ({ registry, path, name, version, bytes }: PackageContent, opened: Date): Listed => ({
  registry,
  path,
  name,
  version,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  added_at: opened.toISOString(),
});
