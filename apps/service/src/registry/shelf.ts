import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Database } from '../database/connect.ts';
import type { Log } from '../database/log.ts';
import type { FilePlace, ServedFile } from './artifact.ts';
import { manifestIn, tarballName } from './artifacts/npm.ts';
import { hashesOf } from './hashes.ts';
import { storedFiles } from './stored.ts';

/** A package that this service packed from its own source. `file`: absolute path of its `.tgz`. */
export interface PackedPackage {
  name: string;
  version: string;
  file: string;
}
export type PackedTree = () => Promise<readonly PackedPackage[]>;

const AGAIN_MS = 60_000;

/** Everything that the registry serves: what the operator imported, and beside it the packages of this clone. */
export class PackageShelf {
  readonly #db: Database['db'];
  readonly #tree: PackedTree;
  readonly #log: Pick<Log, 'warn'>;
  #packed: Promise<ServedFile[]> | null = null;

  constructor(
    { database, log }: { database: Pick<Database, 'db'>; log: Pick<Log, 'warn'> },
    tree: PackedTree,
  ) {
    this.#db = database.db;
    this.#tree = tree;
    this.#log = log;
  }

  /** An imported version hides the packed one: it is the release, and its bytes never change. */
  async files(wanted: Partial<Pick<FilePlace, 'kind' | 'name'>> = {}): Promise<ServedFile[]> {
    const imported = await storedFiles(this.#db, wanted);
    if (wanted.kind && wanted.kind !== 'npm') return imported;
    const known = new Set(imported.map(({ name, version }) => `${name}@${version}`));
    const packed = (await this.#ofTree()).filter(
      ({ name, version }) => (wanted.name ?? name) === name && !known.has(`${name}@${version}`),
    );
    return [...imported, ...packed];
  }

  /** Packed when they are first asked for. Where that fails, imported packages are served all the same. */
  #ofTree(): Promise<ServedFile[]> {
    this.#packed ??= this.#tree()
      .then((packages) => Promise.all(packages.map(servedFromTree)))
      .catch((error) => {
        this.#log.warn({ err: error }, 'The packages of this clone cannot be served.');
        setTimeout(() => (this.#packed = null), AGAIN_MS).unref();
        return [];
      });
    return this.#packed;
  }
}

async function servedFromTree({ name, version, file }: PackedPackage): Promise<ServedFile> {
  const bytes = await readFile(file);
  return {
    kind: 'npm',
    name,
    version,
    file: tarballName(name, version),
    size: bytes.length,
    ...hashesOf(bytes),
    manifest: manifestIn(bytes),
    created_at: new Date(),
    origin: 'packed',
    // Held in memory: the folder may be packed anew while the service runs.
    read: () => Readable.from([bytes], { objectMode: false }),
  };
}
