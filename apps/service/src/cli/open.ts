import { existsSync } from 'node:fs';
import { listOrganizations, type Organization } from '../accounts/organizations.ts';
import { type Config, readConfig } from '../config.ts';
import { openDatabaseClock } from '../database/clock.ts';
import { connect } from '../database/connect.ts';
import { refuseUnsafe } from '../database/guard.ts';
import { bringUpToDate } from '../database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../database/open.ts';
import type { Deps } from '../deps.ts';
import { openEgress } from '../egress/egress.ts';
import { openLog } from '../log.ts';
import { openEnvelope } from '../privacy/envelope.ts';
import { openDataKeys } from '../privacy/keys/open-data-keys.ts';
import { rootKey } from '../root-key.ts';
import { Failure, type Terminal } from './command.ts';
import { configOf } from './service/running.ts';

/** A log for commands, which print an answer of their own: only errors are logged. */
export const quiet = ({ stderr }: Terminal) => openLog('error', stderr);

/**
 * Refuses to run where there is no data. A command in the wrong folder would create an empty database there,
 * and its answer would look as if the data were lost.
 */
function requireData({ database_url, data_dir }: Config): void {
  if (database_url || existsSync(data_dir)) return;
  throw new Failure(
    `There is no data in ${data_dir}.`,
    'Run this in the folder where the service runs, or name its data with STANDPOINT_DATA_DIR. ' +
      'To start from scratch: npx standpoint start',
  );
}

/**
 * Runs `work` on the database of the running service, or on one that is started for this command. Migrates it
 * first and leaves it afterwards. With `begins`, missing data are created.
 */
export async function withDatabase<T>(
  terminal: Terminal,
  work: (database: OpenDatabase, config: Config) => Promise<T>,
  { begins = false } = {},
): Promise<T> {
  const config = configOf(terminal.env);
  if (!begins) requireData(config);
  const database = await openDatabase(config, quiet(terminal), 4);
  try {
    await refuseUnsafe(database.pool);
    await bringUpToDate(database);
    return await work(database, config);
  } finally {
    await database.leave();
  }
}

/** The same for a command that only reads, and may see the data of a moment ago: at DATABASE_READONLY_URL if set. */
export async function withReader<T>(
  terminal: Terminal,
  work: (database: Pick<OpenDatabase, 'db'>) => Promise<T>,
): Promise<T> {
  const { database_readonly_url: url } = readConfig(terminal.env);
  if (!url) return withDatabase(terminal, work);
  const reader = connect({ url, log: quiet(terminal), max: 1 });
  try {
    return await work(reader);
  } finally {
    await reader.close();
  }
}

/** Runs `work` with everything that a handler needs, on that database. */
export async function withDeps<T>(terminal: Terminal, work: (deps: Deps) => Promise<T>): Promise<T> {
  // This loads every feature with its data, so only commands that decide or read with them use it.
  const { openDeps } = await import('../world/open.ts');
  const config = configOf(terminal.env);
  requireData(config);
  const log = quiet(terminal);
  const database = await openDatabase(config, log, 6);
  try {
    const { deps, close } = await openDeps(config, database, log, { bundled: terminal.bundled });
    try {
      return await work(deps);
    } finally {
      await close();
    }
  } finally {
    await database.leave();
  }
}

/** The parts of the world that events and webhooks need: they open in a tenth of the time of all. */
export type EventDeps = Pick<Deps, 'config' | 'database' | 'clock' | 'envelope' | 'data_keys' | 'egress'>;

/** Runs `work` with what events and webhooks need, on that database. */
export function withEventDeps<T>(terminal: Terminal, work: (deps: EventDeps) => Promise<T>): Promise<T> {
  return withDatabase(terminal, async (database, config) => {
    const clock = await openDatabaseClock(database.watch);
    const envelope = openEnvelope(rootKey(config));
    const egress = openEgress({ allow: config.egress_allow });
    const log = quiet(terminal);
    const { data_keys } = await openDataKeys(config, { database, envelope, clock, log });
    try {
      return await work({ config, database, clock, envelope, data_keys, egress });
    } finally {
      await data_keys.close();
      clock.close();
      await egress.close();
    }
  });
}

/** The organization that `--org` names, or the only one. */
export async function organization(
  { db }: Pick<OpenDatabase, 'db'>,
  wanted: string | undefined,
): Promise<Organization> {
  const all = await listOrganizations(db);
  if (wanted) {
    const found = all.find(({ org }) => org === wanted);
    if (!found)
      throw new Failure(`There is no organization ${wanted}.`, 'See them: npx standpoint orgs list');
    return found;
  }
  if (all.length === 0)
    throw new Failure(
      'There is no organization yet.',
      'Create one: npx standpoint orgs create --name NAME, or run npx standpoint start.',
    );
  if (all.length > 1)
    throw new Failure(
      `There are ${all.length} organizations; name one with --org:`,
      all.map(({ org, name }) => `  ${org}  ${name}`).join('\n'),
    );
  return all[0]!;
}

/** The same with the organization that `--org` names, or the only one. */
export const withEventDepsOf = <T>(
  terminal: Terminal,
  name: string | undefined,
  work: (deps: EventDeps, org: string) => Promise<T>,
): Promise<T> =>
  withEventDeps(terminal, async (deps) => work(deps, (await organization(deps.database, name)).org));
