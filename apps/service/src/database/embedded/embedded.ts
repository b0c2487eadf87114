import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withFolderLock } from '../../data-folder/lock.ts';
import type { DatabaseConnection } from '../connect.ts';
import type { Log } from '../log.ts';
import { chooseAddress } from './address.ts';
import { type ClusterHome, openDataDir, openHome } from './home.ts';
import { livingMembers, register } from './members.ts';
import { guardAgainstOrphan } from './orphan-guard.ts';
import { ensureDatabase, ensureRunning, ensureStopped, type Running } from './run.ts';
import { watchPostmaster } from './watch.ts';

/** The facts that `doctor` prints about the embedded database. */
export type EmbeddedFacts = {
  version: string;
  /** The folder of the cluster. */
  location: string;
  /** Set when root started the service: the account that the server runs under. */
  uid?: number;
  /** True when the cluster had to be placed outside the data directory. */
  relocated: boolean;
};

export type Embedded = {
  /** The service's role. */
  connection: DatabaseConnection;
  /** The role that owns the database and its tables. */
  owner: DatabaseConnection;
  /** For the test suite, which makes databases of its own: the service never connects as the superuser. */
  superuser: DatabaseConnection;
  facts: EmbeddedFacts;
  /** Leaves the cluster; when the last member leaves, the server stops. A repeated call does nothing. */
  leave(): Promise<void>;
};

type EmbeddedOptions = {
  data_dir: string;
  log: Log;
  /** False: listen on 127.0.0.1, as on systems without unix sockets. */
  unix_sockets?: boolean;
};

/**
 * Joins the PostgreSQL of a data directory. Starts the server when it does not run, and makes the cluster the
 * first time. While joined, this process restarts the server if it dies. `DATA_DIR/run/postgres.json` (mode
 * 0600) says how to reach it. Throws one sentence when this machine cannot run it.
 */
export async function openEmbedded({ data_dir, log, unix_sockets }: EmbeddedOptions): Promise<Embedded> {
  const place = openDataDir(data_dir);
  const lock = join(place.run, 'postgres.lock');
  const sockets = unix_sockets ?? process.platform !== 'win32';
  const guard = guardAgainstOrphan(place.data_dir);
  const { home, entry, running, version } = await withFolderLock(lock, () =>
    enter(openHome(place), sockets, log),
  ).catch((error) => {
    guard.dismiss();
    throw error;
  });
  const watch = watchPostmaster(running.postmaster, log, () =>
    withFolderLock(lock, async () => {
      // This process revives the server only while it is a member and the cluster exists.
      if (!existsSync(entry)) return null;
      return (await ensureRunning(openHome(place), async () => running.connection, log)).postmaster;
    }),
  );
  return {
    connection: running.connection,
    owner: running.owner,
    superuser: running.superuser,
    facts: {
      version,
      location: home.cluster,
      ...(home.account && { uid: home.account.uid }),
      relocated: home.relocated,
    },
    async leave() {
      watch.stop();
      if (existsSync(entry)) await withFolderLock(lock, () => exit(home, entry, log));
      guard.dismiss();
    },
  };
}

type Entered = { home: ClusterHome; entry: string; running: Running; version: string };

async function enter(home: ClusterHome, unix_sockets: boolean, log: Log): Promise<Entered> {
  const entry = register(home.run);
  try {
    const running = await ensureRunning(home, () => chooseAddress(home, unix_sockets), log);
    return { home, entry, running, version: await ensureDatabase(home, running) };
  } catch (error) {
    await exit(home, entry, log);
    throw error;
  }
}

async function exit(home: ClusterHome, entry: string, log: Log): Promise<void> {
  rmSync(entry, { force: true });
  if (livingMembers(home.run).length === 0) await ensureStopped(home, log);
}
