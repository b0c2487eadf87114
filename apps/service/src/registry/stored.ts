import { Readable } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import { BY_CLI, type By } from '../accounts/audit.ts';
import { inTransaction } from '../accounts/in-transaction.ts';
import type { Schema } from '../database/schema.ts';
import type { Artifact, FilePlace, ServedFile } from './artifact.ts';
import { auditPackages } from './audit-packages.ts';
import { hashesOf } from './hashes.ts';

const PART_BYTES = 2 ** 20;

/** The version has other bytes already: what people have locked would no longer install. */
export class OtherBytes extends Error {
  readonly place: FilePlace;
  constructor(place: FilePlace) {
    super(`${place.file} ${place.version} was imported before with other bytes`);
    this.place = place;
  }
}

/**
 * Stores files, all or none, with their audit entries. Returns those that were not there; the same bytes again change
 * nothing. Throws `OtherBytes`, also where the earlier file was removed.
 */
export const storeFiles = (
  db: Kysely<Schema>,
  files: readonly Artifact[],
  by: By = BY_CLI,
): Promise<FilePlace[]> =>
  inTransaction(db, async (trx) => {
    const added: FilePlace[] = [];
    for (const { bytes, manifest, ...place } of inOrder(files)) {
      const hashes = hashesOf(bytes);
      const row = { ...place, size: bytes.length, ...hashes, manifest: manifest && JSON.stringify(manifest) };
      // Of two imports at once, the second one waits here for the end of the first.
      await trx
        .insertInto('package_file')
        .values({ ...row, removed_at: sql<Date>`now()` } as never)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { sha512, removed_at } = await at(trx, place)
        .select(['sha512', 'removed_at'])
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (!sha512.equals(hashes.sha512)) throw new OtherBytes(place);
      if (!removed_at) continue;
      await storeParts(trx, place, bytes);
      await trx
        .updateTable('package_file')
        .set({ removed_at: null, created_at: sql`now()` })
        .where((eb) => eb.and(keyOf(place)))
        .execute();
      added.push(place);
    }
    await auditPackages(trx, by, 'package.imported', added);
    return added;
  });

/** Two imports that lock rows in different orders would wait for each other. */
const inOrder = (files: readonly Artifact[]): Artifact[] =>
  files.toSorted((a, b) =>
    JSON.stringify(Object.values(keyOf(a))) < JSON.stringify(Object.values(keyOf(b))) ? -1 : 1,
  );

async function storeParts(trx: Kysely<Schema>, place: FilePlace, bytes: Buffer): Promise<void> {
  for (let number = 0; number * PART_BYTES < bytes.length; number++) {
    const content = bytes.subarray(number * PART_BYTES, (number + 1) * PART_BYTES);
    await trx
      .insertInto('package_part')
      .values({ ...place, number, content })
      .execute();
  }
}

/** Removes the files of a version. Their hashes stay, so that the version never comes back with other bytes. */
export const removeFiles = (
  db: Kysely<Schema>,
  { kind, name, version }: Omit<FilePlace, 'file'>,
  by: By = BY_CLI,
): Promise<string[]> =>
  inTransaction(db, async (trx) => {
    const rows = await trx
      .updateTable('package_file')
      .set({ removed_at: sql`now()` })
      .where((eb) => eb.and({ kind, name, version }))
      .where('removed_at', 'is', null)
      .returning('file')
      .execute();
    await trx
      .deleteFrom('package_part')
      .where((eb) => eb.and({ kind, name, version }))
      .execute();
    const files = rows.map(({ file }) => ({ kind, name, version, file }));
    await auditPackages(trx, by, 'package.removed', files);
    return rows.map(({ file }) => file);
  });

/** Files that are served, by kind, name, version and file. */
export async function storedFiles(
  db: Kysely<Schema>,
  wanted: Partial<Pick<FilePlace, 'kind' | 'name'>> = {},
): Promise<ServedFile[]> {
  const rows = await db
    .selectFrom('package_file')
    .selectAll()
    .where('removed_at', 'is', null)
    .where((eb) => eb.and(wanted))
    .orderBy('kind')
    .orderBy('name')
    .orderBy('version')
    .orderBy('file')
    .execute();
  return rows.map(({ removed_at, ...row }) => ({
    ...row,
    origin: 'imported' as const,
    read: () => Readable.from(partsOf(db, row), { objectMode: false }),
  }));
}

const keyOf = ({ kind, name, version, file }: FilePlace) => ({ kind, name, version, file });

const at = (db: Kysely<Schema>, place: FilePlace) =>
  db.selectFrom('package_file').where((eb) => eb.and(keyOf(place)));

/** One part in memory at a time. A file that is removed meanwhile ends the answer early, which clients notice. */
async function* partsOf(db: Kysely<Schema>, place: FilePlace & { size: number }): AsyncGenerator<Buffer> {
  for (let number = 0; number * PART_BYTES < place.size; number++) {
    const { content } = await db
      .selectFrom('package_part')
      .select('content')
      .where((eb) => eb.and({ ...keyOf(place), number }))
      .executeTakeFirstOrThrow();
    yield content;
  }
}
