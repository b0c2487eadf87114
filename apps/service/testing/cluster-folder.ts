import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writePrivate } from '../src/data-folder/private-file.ts';
import { identify, isAlive, type ProcessIdentity } from '../src/data-folder/process-identity.ts';
import { runningPostmaster } from '../src/database/embedded/cluster.ts';
import type { ClusterRecord } from '../src/database/embedded/home.ts';

const PREFIX = 'sp-test-';
const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;

/** A folder in memory if there is room: the settings stay durable, only the disk is fast. */
function temporaryParent(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Makes a data directory that the unprivileged account can enter too. Remove it with `removeDataDir`. */
export function temporaryDataDir(parent = temporaryParent()): string {
  const data_dir = mkdtempSync(join(parent, PREFIX));
  chmodSync(data_dir, 0o711);
  writePrivate(join(data_dir, 'owner.json'), identify(process.pid));
  return data_dir;
}

/** Ends the data directory's server, even if processes still use it, and deletes everything that it made. */
export async function removeDataDir(data_dir: string): Promise<void> {
  // Without its entry, a member that still runs does not start the server again.
  rmSync(join(data_dir, 'run', 'members'), { recursive: true, force: true });
  const folder = relocatedTo(data_dir) ?? data_dir;
  const postmaster = runningPostmaster(join(folder, 'postgres'));
  if (postmaster) {
    process.kill(postmaster.pid, 'SIGQUIT');
    for (let i = 0; i < 1_000 && isAlive(postmaster); i++) await sleep(10);
  }
  for (const path of new Set([folder, data_dir])) {
    rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

/** Removes the folders of test runs that were killed before they could clean up. */
export async function removeForgotten(): Promise<void> {
  const parents = existsSync(MEMORY) ? [tmpdir(), MEMORY] : [tmpdir()];
  for (const path of parents.flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))) {
    const owner_file = join(path, 'owner.json');
    if (!basename(path).startsWith(PREFIX) || !existsSync(owner_file)) continue;
    const owner = JSON.parse(readFileSync(owner_file, 'utf8')) as ProcessIdentity;
    if (!isAlive(owner)) await removeDataDir(path);
  }
}

function relocatedTo(data_dir: string): string | null {
  const path = join(data_dir, 'cluster.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ClusterRecord).relocated_to : null;
}
