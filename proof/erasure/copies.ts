import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeDataDir, temporaryDataDir } from '../../apps/service/testing/cluster-folder.ts';
import type { ProofOrganization } from '../organization.ts';
import type { Person } from './canaries.ts';
import { nothingLeft, type Say, tell } from './report.ts';
import type { Found } from './search.ts';
import { during } from './stage.ts';

/** People that a started copy is asked for. */
const SAMPLE = 20;

export const rootOf = (folder: string): Buffer =>
  Buffer.from(readFileSync(join(folder, 'root.key'), 'utf8').trim(), 'base64');

/** A copy of the folder of a service that is stopped. */
export function copy(from: string): string {
  const to = temporaryDataDir();
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the copy failed: ${stderr}`);
  rmSync(join(to, 'run'), { recursive: true, force: true });
  return to;
}

/** How many of some verifications a service on this folder still shows the person of. */
async function shown(data_dir: string, { results_key }: ProofOrganization, people: readonly Person[]) {
  return during(data_dir, async (stage) => {
    let readable = 0;
    for (const { verification_id, customer_id } of people.slice(0, SAMPLE)) {
      const path = `/geolocation/verifications/${verification_id}`;
      const answer = await stage.call({ path, token: results_key });
      if (answer.data?.customer_id === customer_id && answer.data.position) readable++;
    }
    const { rows } = await stage.service.deps.database.pool.query('SELECT count(*)::int AS n FROM customer');
    return { readable, customers: rows[0].n as number };
  });
}

/** A copy from before the erasures opens nothing once it has the newer ledger; without it, it opens everything. */
export async function proveCopies(
  { before, after }: { before: string; after: string },
  search: (folder: string, root: Buffer) => Found,
  organization: ProofOrganization,
  people: readonly Person[],
  say: Say,
): Promise<string[]> {
  const restored = copy(before);
  // The files that an operator wrote before the erasures are the operator's to delete.
  rmSync(join(restored, 'exports'), { recursive: true });
  try {
    spawnSync('cp', ['-a', join(after, 'data-keys', 'erasures'), join(restored, 'data-keys')]);
    const replayed = await shown(restored, organization, people);
    const found = search(restored, rootOf(restored));
    tell('the copy with the newer ledger, after a start', found, say);
    say(`  it shows ${replayed.readable} of ${SAMPLE} people, and has ${replayed.customers} customers`);
    const alone = await shown(before, organization, people);
    say(
      `RISK  the copy with its own key store and without the newer ledger shows ${alone.readable} of ${SAMPLE} ` +
        'people: whoever keeps an old copy of the key store beside one of the database keeps the people in it',
    );
    const wrong = nothingLeft('the restored copy', found);
    if (replayed.readable + replayed.customers > 0) wrong.push('the newer ledger did not erase everyone');
    if (alone.readable < Math.min(SAMPLE, people.length))
      wrong.push('control: the old copy opens too little');
    return wrong;
  } finally {
    await removeDataDir(restored);
  }
}
