import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { refreshLists } from '../../apps/service/src/geolocation/geodata/network/lists.ts';

/**
 * Lists as an operator would have fetched them an hour ago. No list can be fetched here, so these replace
 * them. The Tor exits are invented, because an exit is defined by its presence on that list. The relay and
 * VPN blocks belong to their real owners.
 */
const LISTS = [
  { name: 'tor_exits', kind: 'tor', lines: ['185.220.101.0/24', '185.129.62.62', '199.249.230.0/24'] },
  { name: 'relay', kind: 'private_relay', lines: ['172.224.224.0/20', '104.28.32.0/20', '146.75.160.0/20'] },
  {
    name: 'vpn',
    kind: 'vpn',
    lines: ['185.107.80.0/22', '172.224.224.0/20', '45.83.88.0/22', '209.35.233.0/24'],
  },
] as const;

export const TOR = ['185.220.101.', '199.249.230.'];
export const RELAY = ['172.224.226.', '104.28.40.'];
export const VPN = ['185.107.80.', '45.83.89.'];
/** A gateway's block on that list: the operator found rented seats there. */
export const RENTED_AND_LISTED = ['209.35.233.'];

/** Puts the lists where the service looks for them. */
export async function provideLists(data_dir: string, now_ms: number): Promise<void> {
  const dir = join(data_dir, 'geo', 'lists');
  const drafts = join(data_dir, 'geo', 'fetched');
  for (const each of [dir, drafts]) mkdirSync(each, { recursive: true });
  const sources = LISTS.map(({ name, kind, lines }) => {
    const file = join(drafts, `${name}.txt`);
    writeFileSync(file, `${lines.join('\n')}\n`);
    return { name, kind, url: pathToFileURL(file).href, every_hours: 24 };
  });
  const reports = await refreshLists(dir, { fetch, now_ms: now_ms - 3_600_000, sources });
  const failed = reports.filter(({ outcome }) => outcome !== 'updated');
  if (failed.length > 0) throw new Error(`lists: ${JSON.stringify(failed)}`);
}
