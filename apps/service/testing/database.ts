import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { connect, type Database, type DatabaseConnection, type Patience } from '../src/database/connect.ts';
import { type Embedded, openEmbedded } from '../src/database/embedded/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { readMigrations } from '../src/database/migration-files.ts';
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
  connection: DatabaseConnection;
  /** The address for a process that is configured by `DATABASE_URL`. */
  url: string;
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

/**
 * Makes a database with every migration applied, in milliseconds. `drop()` it in `afterAll`. `migrations`
 * names another folder of migrations than the service's.
 */
export async function freshDatabase(
  options: { migrations?: string; max?: number; patience?: Patience } = {},
): Promise<FreshDatabase> {
  const data_dir = inject('database_dir');
  embedded ??= openEmbedded({ data_dir, log: silent });
  const { connection: shared } = await embedded;
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asOnlyOne(shared, async (client) => {
    const template = await ensureTemplate(client, shared, options.migrations);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY ${STRATEGY}`);
  });
  const connection = { ...shared, database: name };
  const { max, patience } = options;
  const database = connect({ connection, log: silent, max, patience });
  return {
    ...database,
    connection,
    url: urlOf(connection),
    scratch: mkdtempSync(join(data_dir, 'scratch-')),
    async drop() {
      await database.close();
      await withClient({ ...shared, database: 'postgres' }, (client) =>
        client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
      );
    },
  };
}

export function urlOf({ host, port, user, password, database }: DatabaseConnection): string {
  return `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

let embedded: Promise<Embedded> | undefined;

const STRATEGY = 'WAL_LOG';
const LOCK = 7_263_541_999;
const OWN_MIGRATIONS = fileURLToPath(new URL('../src/database/migrations/', import.meta.url));

/**
 * Makes the template if it does not exist. Its name is a hash of its migrations, so an edited migration makes
 * a new one.
 */
async function ensureTemplate(
  client: pg.Client,
  shared: DatabaseConnection,
  directory = OWN_MIGRATIONS,
): Promise<string> {
  const content = readMigrations(directory).map(({ name, sha256 }) => `${name}:${sha256}`);
  const name = `template_${createHash('sha256').update(content.join()).digest('hex').slice(0, 16)}`;
  const known = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (known.rows.length > 0) return name;
  await client.query(`DROP DATABASE IF EXISTS ${name}_draft`);
  await client.query(`CREATE DATABASE ${name}_draft`);
  const draft = connect({ connection: { ...shared, database: `${name}_draft` }, log: silent });
  await migrate(draft.pool, { directory });
  await draft.close();
  // Closed to all connections (autovacuum too), because a database in use cannot be cloned.
  await client.query(`ALTER DATABASE ${name}_draft RENAME TO ${name}`);
  await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  return name;
}

async function asOnlyOne(
  shared: DatabaseConnection,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  await withClient({ ...shared, database: 'postgres' }, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await work(client);
  });
}

async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
