import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writePrivate } from '../../src/data-folder/private-file.ts';
import { isAlive } from '../../src/data-folder/process-identity.ts';
import { connect, type Database, type DatabaseConnection } from '../../src/database/connect.ts';
import {
  type Cluster,
  makeSocketFolder,
  runningPostmaster,
  startPostmaster,
  stopPostmaster,
} from '../../src/database/embedded/cluster.ts';
import { homeBinaries, openDataDir, openHome, saveRecord } from '../../src/database/embedded/home.ts';
import { serverSettings } from '../../src/database/embedded/settings.ts';
import { silent } from '../database.ts';
import { copyCluster } from './prepared.ts';

/** A server below a data directory, which a test may start with other settings, copy, kill and promote. */
export type TestServer = {
  cluster: Cluster;
  connection: DatabaseConnection;
  start(settings?: Record<string, string>): Promise<Database>;
  stop(): Promise<void>;
  /** kill -9, like a power loss of the machine. */
  kill(): Promise<void>;
};

/** A new, empty, stopped server. Its system identifier is that of every other one made here. */
export async function newServer(data_dir: string, name: string): Promise<TestServer> {
  const { record } = await copyCluster(data_dir, name);
  // The place of the data directory's own cluster stays empty.
  writePrivate(join(data_dir, 'cluster.json'), { ...record, initialised_at: null });
  return describeServer(data_dir, name);
}

/** A copy of a stopped server's folder; with `follows` it is a standby of that server. */
export function copyServer(data_dir: string, from: TestServer, name: string, follows = false): TestServer {
  const copy = describeServer(data_dir, name);
  spawnSync('cp', ['-a', from.cluster.folder, copy.cluster.folder]);
  if (follows) {
    const { host, port, user, password } = from.connection;
    const source = `host=${host} port=${port} user=${user} password=${password}`;
    writeFileSync(join(copy.cluster.folder, 'standby.signal'), '');
    writeFileSync(join(copy.cluster.folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  }
  return copy;
}

function describeServer(data_dir: string, name: string): TestServer {
  const home = openHome(openDataDir(data_dir));
  saveRecord(home);
  const cluster = { folder: join(home.folder, name), binaries: homeBinaries(home), account: home.account };
  const host = join(home.folder, `${name}.s`);
  const { user, password } = home.record.roles.superuser;
  const connection = { host, port: 5432, user, password, database: 'postgres' };
  const opened: Database[] = [];
  const closeAll = () => Promise.all(opened.splice(0).map((database) => database.close()));
  return {
    cluster,
    connection,
    async start(settings = {}) {
      makeSocketFolder(host, home.account);
      await startPostmaster(cluster, {
        ...serverSettings(connection),
        // A killed server that is not started again would leave its segments in /dev/shm.
        dynamic_shared_memory_type: 'mmap',
        ...settings,
      });
      const database = connect({ connection, log: silent });
      opened.push(database);
      return database;
    },
    async stop() {
      await closeAll();
      await stopPostmaster(cluster);
    },
    async kill() {
      const postmaster = runningPostmaster(cluster.folder)!;
      process.kill(postmaster.pid, 'SIGKILL');
      while (isAlive(postmaster)) await sleep(5);
      await closeAll();
    },
  };
}
