import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { connect, type Database, type DatabaseConnection, type Patience } from '../src/database/connect.ts';
import { type Embedded, openEmbedded } from '../src/database/embedded/embedded.ts';
import { letOwnerMaintain, withClient } from '../src/database/embedded/roles.ts';
import { migrate } from '../src/database/migrate.ts';
import { readMigrations } from '../src/database/migration-files.ts';
import { keepPartitions, PARTITIONED } from '../src/database/partitions.ts';
import { removeDataDir, removeForgotten, temporaryDataDir } from './cluster-folder.ts';

/**
 * One real PostgreSQL for all test files of a run. It starts with the first file that asks for a database.
 * Each file works in a clone of a migrated template, and may run beside others.
 */

declare module 'vitest' {
  export interface ProvidedContext {
    database_dir: string;
  }
}

export type FreshDatabase = Database & {
  /** The service's role, as in production: a test that needs more uses `owner`. */
  connection: DatabaseConnection;
  /** The address for a process that is configured by `DATABASE_URL`. */
  url: string;
  /** The same for the role that owns the tables. */
  owner_url: string;
  /** How the superuser connects, for tests of what the other roles may not. */
  superuser: DatabaseConnection;
  /** An empty folder that is deleted at the end of the run. */
  scratch: string;
  drop(): Promise<void>;
};

export const silent = { info() {}, warn() {}, error() {} };

let run_dir: string | undefined;

/** vitest globalSetup. */
export async function setup(project: TestProject): Promise<void> {
  await removeForgotten();
  run_dir = temporaryDataDir();
  project.provide('database_dir', run_dir);
}

/** vitest globalSetup. */
export async function teardown(): Promise<void> {
  if (run_dir) await removeDataDir(run_dir);
}

interface FreshOptions {
  /** Another folder of migrations than the service's. */
  migrations?: string;
  /**
   * With the partitions of today, as a service that has started leaves them: making them takes longer than
   * the rest.
   */
  partitions?: boolean;
  max?: number;
  patience?: Patience;
}

/** Makes a database with every migration applied, in milliseconds. `drop()` it in `afterAll`. */
export async function freshDatabase(options: FreshOptions = {}): Promise<FreshDatabase> {
  const data_dir = inject('database_dir');
  embedded ??= openEmbedded({ data_dir, log: silent });
  const roles = await embedded;
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = await templateOf(roles, options);
  const copy = `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY ${STRATEGY} OWNER ${roles.owner.user}`;
  await asSuperuser(roles, copy);
  const at = (role: DatabaseConnection): DatabaseConnection => ({ ...role, database: name });
  const [connection, owner] = [at(roles.connection), at(roles.owner)];
  const { max, patience } = options;
  const database = connect({ connection, owner: { connection: owner }, log: silent, max, patience });
  return {
    ...database,
    connection,
    url: urlOf(connection),
    owner_url: urlOf(owner),
    superuser: at(roles.superuser),
    scratch: mkdtempSync(join(data_dir, 'scratch-')),
    async drop() {
      await database.close();
      await asSuperuser(roles, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

export function urlOf({ host, port, user, password, database }: DatabaseConnection): string {
  return `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

let embedded: Promise<Embedded> | undefined;
let administration: pg.Pool | undefined;

/** Runs a statement on the one connection that makes and drops this process's databases: a new one costs 8 ms. */
function asSuperuser({ superuser }: Embedded, statement: string): Promise<unknown> {
  administration ??= new pg.Pool({
    ...superuser,
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  }).on('error', () => {});
  return administration.query(statement);
}

/**
 * Copies the template's files. The other strategy writes each of its pages to the log, and the drop at the end then
 * waits until they are on the disk: about twice the time for both.
 */
const STRATEGY = 'FILE_COPY';
const LOCK = 7_263_541_999;
const OWN_MIGRATIONS = fileURLToPath(new URL('../src/database/migrations/', import.meta.url));

/**
 * The name of a migrated template, which is made if it does not exist. The name is a hash of the migrations, so an
 * edited migration makes a new template.
 */
function templateOf(
  roles: Embedded,
  { migrations: directory = OWN_MIGRATIONS, partitions = false }: FreshOptions,
): Promise<string> {
  const content = readMigrations(directory).map(({ name, sha256 }) => `${name}:${sha256}`);
  const digest = createHash('sha256').update(content.join()).digest('hex').slice(0, 16);
  const name = `template_${digest}${partitions ? '_partitions' : ''}`;
  const known = templates.get(name);
  if (known) return known;
  const made = ensureTemplate(roles, name, { directory, partitions });
  templates.set(name, made);
  made.catch(() => templates.delete(name));
  return made;
}
const templates = new Map<string, Promise<string>>();

/** Makes the template. Other processes that want the same one wait at the lock, and then find it. */
const ensureTemplate = (
  { superuser, owner, connection }: Embedded,
  name: string,
  { directory, partitions }: { directory: string; partitions: boolean },
): Promise<string> =>
  withClient({ ...superuser, database: 'postgres' }, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const known = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (known.rows.length > 0) return name;
    const database = `${name}_draft`;
    await client.query(`DROP DATABASE IF EXISTS ${database}`);
    await client.query(`CREATE DATABASE ${database} OWNER ${owner.user}`);
    await withClient({ ...superuser, database }, (set_up) => letOwnerMaintain(set_up, owner.user));
    const draft = connect({ connection: { ...owner, database }, log: silent });
    // A folder of a test's own has other tables, and its test migrates as the owner.
    const grant_to = directory === OWN_MIGRATIONS ? connection.user : null;
    await migrate(draft.pool, { directory, grant_to });
    if (partitions) await keepPartitions(draft.pool, { tables: PARTITIONED });
    await draft.close();
    // Closed to all connections (autovacuum too), because a database in use cannot be cloned.
    await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    await client.query(`ALTER DATABASE ${database} RENAME TO ${name}`);
    return name;
  });

/** Waits until a statement of this database waits for a lock. */
export async function untilBlocked(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  for (let i = 0; i < 3_000; i++) {
    const { rows } = await pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('no statement waits for a lock');
}
