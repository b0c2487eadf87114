import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivate } from '../../data-folder/private-file.ts';
import type { ProcessIdentity } from '../../data-folder/process-identity.ts';
import type { DatabaseConnection } from '../connect.ts';
import type { Log } from '../log.ts';
import { forgetAddress } from './address.ts';
import {
  becomesReady,
  type Cluster,
  initialise,
  makeSocketFolder,
  runningPostmaster,
  startPostmaster,
  stopPostmaster,
} from './cluster.ts';
import { type ClusterHome, homeBinaries, type Role, saveRecord } from './home.ts';
import { setUp, withClient } from './roles.ts';
import { type ServerAddress, serverSettings } from './settings.ts';

export type Running = {
  postmaster: ProcessIdentity;
  /** The service's. */
  connection: DatabaseConnection;
  owner: DatabaseConnection;
  superuser: DatabaseConnection;
};

/**
 * Returns the home's running server. Starts it if it does not run, and makes the cluster if there is none.
 * Call it under the lock.
 */
export async function ensureRunning(
  home: ClusterHome,
  address: () => Promise<ServerAddress>,
  log: Log,
): Promise<Running> {
  if (await becomesReady(home.cluster)) {
    const { pid, start, socket, port } = runningPostmaster(home.cluster)!;
    return publish(home, { pid, start }, { host: socket || '127.0.0.1', port });
  }
  const cluster: Cluster = { folder: home.cluster, binaries: homeBinaries(home), account: home.account };
  if (!home.record.initialised_at) initialiseOnce(home, cluster, log);
  const listen = await address();
  if (listen.host !== '127.0.0.1') makeSocketFolder(listen.host, home.account);
  const postmaster = await startPostmaster(cluster, serverSettings(listen));
  log.info({ location: home.cluster, pid: postmaster.pid }, 'Started the embedded PostgreSQL.');
  return publish(home, postmaster, listen);
}

/** Stops the home's server if it runs. Call it under the lock. */
export async function ensureStopped(home: ClusterHome, log: Log): Promise<void> {
  if (runningPostmaster(home.cluster)) {
    await stopPostmaster({ folder: home.cluster, binaries: homeBinaries(home), account: home.account });
    log.info({ location: home.cluster }, 'Stopped the embedded PostgreSQL.');
  }
  rmSync(connectionFile(home), { force: true });
  forgetAddress(home);
}

/** Makes roles and database the first time, and returns the server's version. Call it under the lock. */
export async function ensureDatabase(home: ClusterHome, running: Running): Promise<string> {
  if (!home.record.set_up_at) {
    await setUp(running.superuser, home.record);
    home.record.set_up_at = new Date().toISOString();
    saveRecord(home);
  }
  return withClient(running.owner, async (client) => {
    const version = await client.query<{ server_version: string }>('SHOW server_version');
    return version.rows[0]!.server_version;
  });
}

function initialiseOnce(home: ClusterHome, cluster: Cluster, log: Log): void {
  // The password is stored before the first cluster that needs it.
  saveRecord(home);
  const { user, password } = home.record.roles.superuser;
  if (!existsSync(home.cluster)) initialise(cluster, user, password);
  home.record.initialised_at = new Date().toISOString();
  saveRecord(home);
  log.info({ location: home.cluster }, 'Made a new embedded PostgreSQL.');
}

function publish(home: ClusterHome, postmaster: ProcessIdentity, { host, port }: ServerAddress): Running {
  const { roles, database } = home.record;
  const as = (role: Role): DatabaseConnection => ({ host, port, ...role, database });
  const connection = as(roles.service);
  writePrivate(connectionFile(home), { ...connection, ...postmaster });
  return { postmaster, connection, owner: as(roles.owner), superuser: as(roles.superuser) };
}

function connectionFile(home: ClusterHome): string {
  return join(home.run, 'postgres.json');
}
