import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type AuditEntry, audit, type By } from '../accounts/audit.ts';
import { inTransaction } from '../accounts/in-transaction.ts';
import type { Schema } from '../database/schema.ts';
import { BadPackage, type PackageContent, type Registry } from './contents.ts';

/** A file that can be installed, without its bytes. */
export interface Listed {
  registry: Registry;
  path: string;
  name: string;
  version: string;
  size: number;
  /** SHA-256 of the file, in hexadecimal. */
  sha256: string;
  added_at: string;
}

const COLUMNS = ['registry', 'path', 'name', 'version', 'size', 'sha256', 'added_at'] as const;
type Row = Omit<Listed, 'sha256' | 'added_at'> & { sha256: Buffer; added_at: Date };
const listed = ({ sha256, added_at, ...same }: Row): Listed => ({
  ...same,
  sha256: sha256.toString('hex'),
  added_at: added_at.toISOString(),
});

/** Every imported file, by registry, name and path. */
export const listFiles = async (db: Kysely<Schema>): Promise<Listed[]> =>
  (
    await db
      .selectFrom('package_file')
      .select(COLUMNS)
      .orderBy('registry')
      .orderBy('name')
      .orderBy('path')
      .execute()
  ).map(listed);

/** The files of one package, with what npm reads of them. */
export const filesOf = (db: Kysely<Schema>, registry: Registry, name: string) =>
  db
    .selectFrom('package_file')
    .select([...COLUMNS, 'manifest'])
    .where('registry', '=', registry)
    .where('name', '=', name)
    .execute();

export const bytesOf = (db: Kysely<Schema>, registry: Registry, path: string) =>
  db
    .selectFrom('package_file')
    .select(['bytes', 'name', 'version', 'added_at'])
    .where('registry', '=', registry)
    .where('path', '=', path)
    .executeTakeFirst();

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const everyOrganization = (db: Kysely<Schema>) => db.selectFrom('organization').select('org').execute();

/** Notes the change in the audit log of each organization: all of them install these files. */
async function note(
  trx: Kysely<Schema>,
  by: By,
  action: string,
  files: readonly { registry: string; path: string }[],
): Promise<void> {
  const paths = files.map(({ registry, path }) => `${registry}/${path}`);
  const entries = (await everyOrganization(trx)).map(
    ({ org }): AuditEntry => ({ ...by, org, action, detail: { files: paths } }),
  );
  const [first, ...rest] = entries;
  if (first && paths.length > 0) await audit(trx, first, ...rest);
}

/**
 * Adds files, all or none. The same file again changes nothing; another file under the same name and version is refused
 * (`BadPackage`), because lockfiles of integrators hold its hash. Returns those that are new.
 */
export const addFiles = (
  db: Kysely<Schema>,
  by: By,
  files: readonly PackageContent[],
): Promise<readonly PackageContent[]> =>
  inTransaction(db, async (trx) => {
    const added: PackageContent[] = [];
    for (const file of files) {
      const hash = sha256(file.bytes);
      const row = await trx
        .insertInto('package_file')
        .values({
          ...file,
          manifest: file.manifest && JSON.stringify(file.manifest),
          size: file.bytes.length,
          sha256: hash,
        })
        .onConflict((conflict) => conflict.columns(['registry', 'path']).doNothing())
        .returning('path')
        .executeTakeFirst();
      if (row) added.push(file);
      else await requireSame(trx, file, hash);
    }
    await note(trx, by, 'package.imported', added);
    return added;
  });

async function requireSame(trx: Kysely<Schema>, file: PackageContent, hash: Buffer): Promise<void> {
  const same = await trx
    .selectFrom('package_file')
    .select('path')
    .where('registry', '=', file.registry)
    .where('path', '=', file.path)
    .where('sha256', '=', hash)
    .executeTakeFirst();
  if (!same)
    throw new BadPackage(
      `${file.name} ${file.version} is there already with another content. A version never changes: raise it.`,
    );
}

/** Takes a version away, so that it installs no more. Returns the files that it had. */
export const removeVersion = (
  db: Kysely<Schema>,
  by: By,
  { name, version }: { name: string; version: string },
): Promise<readonly { registry: Registry; path: string }[]> =>
  inTransaction(db, async (trx) => {
    const gone = await trx
      .deleteFrom('package_file')
      .where('name', '=', name)
      .where('version', '=', version)
      .returning(['registry', 'path'])
      .execute();
    await note(trx, by, 'package.removed', gone);
    return gone;
  });
