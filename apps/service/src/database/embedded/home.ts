import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivate } from '../../data-folder/private-file.ts';
import { type Account, canReach, serverAccount } from './account.ts';
import {
  type Binaries,
  copiedBinaries,
  installedBinaries,
  makeFolder,
  repairLinks,
  runsAs,
} from './binaries.ts';
import { runningPostmaster } from './cluster.ts';

/** The facts about a cluster that `DATA_DIR/cluster.json` (mode 0600) keeps for the cluster's whole life. */
export type ClusterRecord = {
  id: string;
  /** Set when the cluster is outside the data directory. */
  relocated_to: string | null;
  roles: Roles;
  database: string;
  /** Null until initdb succeeded. */
  initialised_at: string | null;
  /** Null until the roles and the database exist. */
  set_up_at: string | null;
};

export type Role = { user: string; password: string };

/**
 * The superuser makes the cluster, the other roles and the database, and nothing after that. The owner has the
 * tables. The service reads and writes rows: an attacker who takes it over cannot edit the audit log or run programs.
 */
export type Roles = { superuser: Role; owner: Role; service: Role };

/** The place of one data directory's cluster, and the account that runs it. */
export type ClusterHome = {
  data_dir: string;
  /** `DATA_DIR/run`: the lock, the members and the connection facts. */
  run: string;
  /** Contains `postgres/` (the cluster) and, when needed, the socket and a copy of the binaries. */
  folder: string;
  cluster: string;
  relocated: boolean;
  account: Account | null;
  record: ClusterRecord;
};

const RELOCATED = '/var/lib/standpoint';

/** Makes `DATA_DIR` and `DATA_DIR/run` if they do not exist, and returns their real paths. */
export function openDataDir(data_dir: string): { data_dir: string; run: string } {
  // The unprivileged account may pass through the folder but not list it. Every file inside has its own mode.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  makeFolder(data_dir, mode);
  const real = realpathSync(data_dir);
  makeFolder(join(real, 'run'), mode);
  makeFolder(join(real, 'run', 'members'), 0o700);
  return { data_dir: real, run: join(real, 'run') };
}

/** Finds the cluster of a data directory, or decides where a new one goes. Call it under the lock. */
export function openHome({ data_dir, run }: { data_dir: string; run: string }): ClusterHome {
  const record = readRecord(data_dir) ?? newRecord(data_dir);
  const folder = record.relocated_to ?? data_dir;
  const cluster = join(folder, 'postgres');
  const account = serverAccount(cluster);
  if (record.initialised_at && !existsSync(join(cluster, 'PG_VERSION'))) {
    throw new Error(
      [
        `The database folder ${cluster} is missing, but it was created at ${record.initialised_at}.`,
        `Restore it from a backup, or remove ${recordPath(data_dir)} to start with an empty database.`,
      ].join(' '),
    );
  }
  if (account && !record.relocated_to && !canReach(account, data_dir)) {
    throw new Error(
      [
        `The user ${account.name}, which runs the database, cannot enter ${data_dir} any more:`,
        'run chmod o+x on each folder above it, or start as the owner of the database.',
      ].join(' '),
    );
  }
  return { data_dir, run, folder, cluster, relocated: record.relocated_to !== null, account, record };
}

/**
 * The binaries that this home runs: those in node_modules, or a copy when its account cannot use them there.
 */
export function homeBinaries(home: ClusterHome): Binaries {
  const installed = installedBinaries();
  repairLinks(installed);
  if (!home.relocated && runsAs(home.account, installed)) return installed;
  const copy = copiedBinaries(installed, home.folder);
  if (runsAs(home.account, copy)) return copy;
  throw new Error(`The embedded PostgreSQL in ${copy.native} does not run on this system: set DATABASE_URL.`);
}

export function saveRecord({ data_dir, record }: ClusterHome): void {
  writePrivate(recordPath(data_dir), record);
}

function newRecord(data_dir: string): ClusterRecord {
  const record: ClusterRecord = {
    id: randomBytes(8).toString('hex'),
    relocated_to: null,
    roles: {
      superuser: newRole('standpoint_superuser'),
      owner: newRole('standpoint_owner'),
      service: newRole('standpoint'),
    },
    database: 'standpoint',
    initialised_at: null,
    set_up_at: null,
  };
  const account = serverAccount(join(data_dir, 'postgres'));
  if (account && !worksInPlace(account, data_dir)) record.relocated_to = relocatedFolder(data_dir);
  return record;
}

const newRole = (user: string): Role => ({ user, password: randomBytes(24).toString('base64url') });

function worksInPlace(account: Account, data_dir: string): boolean {
  if (!canReach(account, data_dir)) return false;
  const installed = installedBinaries();
  repairLinks(installed);
  return runsAs(account, installed);
}

/**
 * The folder for a relocated cluster. One that a deleted data directory left there is renamed, never opened.
 */
function relocatedFolder(data_dir: string): string {
  const name = createHash('sha256').update(data_dir).digest('hex').slice(0, 16);
  const folder = join(RELOCATED, name);
  const left = runningPostmaster(join(folder, 'postgres'));
  if (left) process.kill(left.pid, 'SIGINT');
  if (existsSync(join(folder, 'postgres'))) renameSync(folder, `${folder}.left-${Date.now()}`);
  makeFolder(RELOCATED, 0o711);
  makeFolder(folder, 0o711);
  return folder;
}

function recordPath(data_dir: string): string {
  return join(data_dir, 'cluster.json');
}

function readRecord(data_dir: string): ClusterRecord | null {
  const path = recordPath(data_dir);
  if (!existsSync(path)) return null;
  const record = JSON.parse(readFileSync(path, 'utf8')) as ClusterRecord;
  if (!record.roles)
    throw new Error(
      `${path} is of a version before the first release: begin anew in an empty data directory.`,
    );
  return record;
}
