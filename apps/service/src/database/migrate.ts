import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Database } from './connect.ts';
import { grantTo, lacksRights } from './grants.ts';
import { migrateJobs } from './jobs.ts';
import type { Log } from './log.ts';
import { label, type Migration, readMigrations } from './migration-files.ts';

type MigrateOptions = {
  /** The folder of numbered SQL files (default: the service's own). */
  directory?: string;
  /** Only list the pending files; change nothing. */
  dry_run?: boolean;
  /** The role of the service, which gets its rights to the tables; none when it owns them. */
  grant_to?: string | null;
  log?: Log;
};

/** Names like `0001-what-it-does`. In a dry run `applied` is empty. */
type MigrateResult = { applied: string[]; pending: string[] };

/** The schema is newer than this version, or its history differs: this version must not touch it. */
export class ForeignSchema extends Error {
  override name = 'ForeignSchema';
}

type Applied = Pick<Migration, 'number' | 'name' | 'sha256'>;

const OWN_DIRECTORY = fileURLToPath(new URL('./migrations/', import.meta.url));
/** Any number, the same in every version. */
const LOCK = 7_263_541_902;

/**
 * Migrates the schema, each file in its own transaction, one process at a time. Needs a direct connection,
 * because the lock would not hold through a pooler in transaction mode.
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<MigrateResult> {
  const files = readMigrations(options.directory ?? OWN_DIRECTORY);
  const client = await pool.connect();
  try {
    if (options.dry_run) return { applied: [], pending: (await pendingOf(client, files)).map(label) };
    await lock(client);
    // Asked first, because a role without DDL may not say CREATE even of a table that is there.
    if (!(await hasHistory(client)))
      await client.query(
        `CREATE TABLE schema_migration (
           number integer PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL,
           applied_at timestamptz NOT NULL DEFAULT now())`,
      );
    const applied: string[] = [];
    for (const migration of await pendingOf(client, files)) {
      await apply(client, migration);
      applied.push(label(migration));
      options.log?.info({ migration: label(migration) }, 'Applied a migration.');
    }
    await migrateJobs(pool, options.log);
    if (options.grant_to) await grantTo(client, options.grant_to, applied.length > 0);
    return { applied, pending: [] };
  } finally {
    // Closing the session releases the lock in any case.
    client.release(true);
  }
}

/**
 * Migrates as the owner of the tables, unless the role of the service sees that nothing is missing. Most starts and
 * commands then need no connection of the owner's, and wait for no other process that migrates.
 */
export async function bringUpToDate(
  { pool, owner, service_role }: Pick<Database, 'pool' | 'owner' | 'service_role'>,
  log?: Log,
): Promise<void> {
  if (owner !== pool && (await isUpToDate(pool))) return;
  await migrate(owner, { log, grant_to: await service_role() });
}

const NOT_ALLOWED = '42501';

/** Whether this role finds the schema of this version and of its worker, and has its rights to them. */
async function isUpToDate(pool: pg.Pool): Promise<boolean> {
  try {
    if ((await pendingOf(pool, readMigrations(OWN_DIRECTORY))).length > 0) return false;
    if (await lacksRights(pool)) return false;
    // Only reads where the worker's schema is this version's. Where it is not, the role may not change it.
    await migrateJobs(pool);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === NOT_ALLOWED) return false;
    throw error;
  }
}

/** Lifts the limit of 2 s for waiting on locks: another node's migrations may take longer. */
async function lock(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ lock_timeout: string }>('SHOW lock_timeout');
  await client.query('SET lock_timeout = 0');
  await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
  await client.query(`SELECT set_config('lock_timeout', $1, false)`, [rows[0]!.lock_timeout]);
}

async function hasHistory(client: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    `SELECT to_regclass('schema_migration') IS NOT NULL AS known`,
  );
  return rows[0]!.known;
}

async function pendingOf(client: Pick<pg.Pool, 'query'>, files: Migration[]): Promise<Migration[]> {
  if (!(await hasHistory(client))) return files;
  const { rows } = await client.query<Applied>(
    'SELECT number, name, sha256 FROM schema_migration ORDER BY number',
  );
  for (const [index, applied] of rows.entries()) refuseForeign(applied, files[index]);
  return files.slice(rows.length);
}

function refuseForeign(applied: Applied, file: Migration | undefined): void {
  if (!file) {
    throw new ForeignSchema(
      `The database is newer than this version: it has migration ${label(applied)}. Start the newer version.`,
    );
  }
  if (file.number !== applied.number || file.name !== applied.name || file.sha256 !== applied.sha256) {
    throw new ForeignSchema(
      `Migration ${label(applied)} was applied with other content than ${label(file)} has here: ` +
        'the schema was altered.',
    );
  }
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(migration.sql);
    await client.query('INSERT INTO schema_migration (number, name, sha256) VALUES ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.sha256,
    ]);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => {});
    throw new Error(`Migration ${label(migration)} failed: ${(cause as Error).message}`, { cause });
  }
}
