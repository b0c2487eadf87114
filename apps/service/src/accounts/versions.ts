import { type Kysely, sql } from 'kysely';
import type { Schema, VersionStatus } from '../database/schema.ts';
import { newId } from '../ids.ts';
import { inTransaction } from './in-transaction.ts';

/** Workflows and policies share this: immutable versions that go draft → published → archived. */
export type VersionedNoun = 'workflow' | 'policy';

export interface Version<D> {
  id: string;
  version: number;
  name: string;
  status: VersionStatus;
  definition: D;
  created_at: string;
  published_at: string | null;
}

interface Row<D> {
  id: string;
  version: number;
  name: string;
  status: VersionStatus;
  definition: D;
  created_at: Date;
  published_at: Date | null;
}

const toVersion = <D>(row: Row<D>): Version<D> => ({
  ...row,
  created_at: row.created_at.toISOString(),
  published_at: row.published_at?.toISOString() ?? null,
});

const table = (noun: VersionedNoun) => sql.table(noun);
const idColumn = (noun: VersionedNoun) => sql.ref(`${noun}_id`);
const columns = (noun: VersionedNoun) =>
  sql`${idColumn(noun)} AS id, version, name, status, definition, created_at, published_at`;

/** SQL that is true for the rows of one id, in a statement on the noun's table. */
const sameId = (noun: VersionedNoun, org: string, id: string) =>
  sql`org = ${org} AND ${idColumn(noun)} = ${id}`;

/**
 * A new draft: the first version of a new id, or the next version of `id`. Null when `id` does not exist, unless
 * `first` says that it may begin with this version.
 */
export async function draft<D extends { name: string }>(
  db: Kysely<Schema>,
  noun: VersionedNoun,
  org: string,
  definition: D,
  id?: string,
  first = false,
): Promise<Version<D> | null> {
  const known = sql`FROM ${table(noun)} WHERE ${sameId(noun, org, id ?? '')}`;
  const { rows } = await sql<Row<D>>`
    INSERT INTO ${table(noun)} (org, ${idColumn(noun)}, version, status, name, definition)
    SELECT ${org}, ${id ?? newId(noun)}, (SELECT coalesce(max(version), 0) + 1 ${known}), 'draft',
           ${definition.name}, ${JSON.stringify(definition)}::jsonb
     WHERE ${id === undefined || first} OR EXISTS (SELECT 1 ${known})
    RETURNING ${columns(noun)}`.execute(db);
  return rows[0] ? toVersion(rows[0]) : null;
}

/**
 * Publishes a draft and archives the version published before, in one transaction. Null when there is no such
 * draft.
 */
export async function publish<D>(
  db: Kysely<Schema>,
  noun: VersionedNoun,
  org: string,
  id: string,
  version?: number,
): Promise<Version<D> | null> {
  const rowsOfId = sql`${table(noun)} WHERE ${sameId(noun, org, id)}`;
  const which =
    version === undefined
      ? sql`(SELECT max(version) FROM ${rowsOfId} AND status = 'draft')`
      : sql`${version}::integer`;
  return inTransaction(db, async (trx) => {
    // The rows of one id are locked first, so that two publishers queue instead of colliding.
    await sql`SELECT 1 FROM ${rowsOfId} ORDER BY version FOR UPDATE`.execute(trx);
    const found = await sql<{ version: number }>`
      SELECT version FROM ${rowsOfId} AND version = ${which} AND status = 'draft'`.execute(trx);
    if (!found.rows[0]) return null;
    await sql`
      UPDATE ${table(noun)} SET status = 'archived'
       WHERE ${sameId(noun, org, id)} AND status = 'published'`.execute(trx);
    const { rows } = await sql<Row<D>>`
      UPDATE ${table(noun)} SET status = 'published', published_at = now()
       WHERE ${sameId(noun, org, id)} AND version = ${found.rows[0].version}
      RETURNING ${columns(noun)}`.execute(trx);
    return toVersion(rows[0]!);
  });
}

export async function listVersions<D>(
  db: Kysely<Schema>,
  noun: VersionedNoun,
  org: string,
): Promise<Version<D>[]> {
  const { rows } = await sql<Row<D>>`
    SELECT ${columns(noun)} FROM ${table(noun)} WHERE org = ${org} ORDER BY created_at, version`.execute(db);
  return rows.map(toVersion);
}

/** One version; the published one when `version` is absent. */
export async function findVersion<D>(
  db: Kysely<Schema>,
  noun: VersionedNoun,
  org: string,
  id: string,
  version?: number,
): Promise<Version<D> | null> {
  const which = version === undefined ? sql`status = 'published'` : sql`version = ${version}`;
  const { rows } = await sql<Row<D>>`
    SELECT ${columns(noun)} FROM ${table(noun)} WHERE ${sameId(noun, org, id)} AND ${which}`.execute(db);
  return rows[0] ? toVersion(rows[0]) : null;
}

/** The newest version of an id in any status. */
export async function newestVersion<D>(
  db: Kysely<Schema>,
  noun: VersionedNoun,
  org: string,
  id: string,
): Promise<Version<D> | null> {
  const { rows } = await sql<Row<D>>`
    SELECT ${columns(noun)} FROM ${table(noun)} WHERE ${sameId(noun, org, id)}
     ORDER BY version DESC LIMIT 1`.execute(db);
  return rows[0] ? toVersion(rows[0]) : null;
}
