import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withFolderLock } from '../../data-folder/lock.ts';
import { openDataDir, openHome } from './home.ts';
import { livingMembers } from './members.ts';
import { ensureStopped } from './run.ts';

/**
 * `node stop-orphan.ts DATA_DIR`: stops the server of the folder unless a living process uses it. The shell of
 * `orphan-guard.ts` runs it after a process ended without leaving.
 */
const data_dir = process.argv[2]!;
const silent = { info() {}, warn() {}, error() {} };

if (existsSync(join(data_dir, 'cluster.json'))) {
  const place = openDataDir(data_dir);
  await withFolderLock(join(place.run, 'postgres.lock'), async () => {
    if (livingMembers(place.run).length === 0) await ensureStopped(openHome(place), silent);
  });
}
