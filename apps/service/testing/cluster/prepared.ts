import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { withFolderLock } from '../../src/data-folder/lock.ts';
import { writePrivate } from '../../src/data-folder/private-file.ts';
import { openEmbedded } from '../../src/database/embedded/embedded.ts';
import type { ClusterRecord } from '../../src/database/embedded/home.ts';
import { silent } from '../database.ts';

/**
 * A new cluster with its roles and its database, stopped. The service makes it once in a run, and tests that do not
 * prove a first start copy it: `initdb` takes more than a second of processor, and a copy hardly any. All copies have
 * the same passwords and the same system identifier.
 */
async function preparedCluster(): Promise<{ folder: string; record: ClusterRecord }> {
  const run_dir = inject('database_dir');
  const data_dir = join(run_dir, 'prepared');
  const complete = join(data_dir, 'complete');
  await withFolderLock(join(run_dir, 'prepared.lock'), async () => {
    if (existsSync(complete)) return;
    const { leave } = await openEmbedded({ data_dir, log: silent });
    await leave();
    writeFileSync(complete, '');
  });
  const record = JSON.parse(readFileSync(join(data_dir, 'cluster.json'), 'utf8')) as ClusterRecord;
  return { folder: join(record.relocated_to ?? data_dir, 'postgres'), record };
}

/**
 * Turns an empty data directory into one whose first start is over. The server's account may enter every folder of
 * `temporaryDataDir()`, so a cluster that the service would place elsewhere works there too.
 */
export async function copyCluster(data_dir: string, name = 'postgres'): Promise<{ record: ClusterRecord }> {
  const { folder, record } = await preparedCluster();
  const copy = { ...record, relocated_to: record.relocated_to && data_dir };
  spawnSync('cp', ['-a', folder, join(data_dir, name)]);
  writePrivate(join(data_dir, 'cluster.json'), copy);
  return { record: copy };
}
