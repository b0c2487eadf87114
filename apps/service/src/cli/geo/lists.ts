import { mkdirSync } from 'node:fs';
import { readListSettings } from '../../geolocation/geodata/network/list-settings.ts';
import {
  acceptHeld,
  isWrong,
  type ListReport,
  refreshLists,
  rollbackList,
} from '../../geolocation/geodata/network/lists.ts';
import { listsFolder } from '../../geolocation/geodata/network/operator-data.ts';
import { geoFolder } from '../../geolocation/geodata/snapshots.ts';
import { Failure } from '../command.ts';
import { columns } from '../print.ts';

export interface ListsResult {
  lists: (Pick<ListReport, 'name'> & Partial<Omit<ListReport, 'name' | 'outcome'>> & { outcome: string })[];
  ok: boolean;
}

/**
 * Fetches every list that `geo/lists.json` names (the public ones when it names none), accepts a list that
 * was held back, or goes back to the earlier lists.
 */
export async function updateLists(
  data_dir: string,
  { accept, rollback }: { accept: string | undefined; rollback: boolean },
): Promise<ListsResult> {
  const geo_dir = geoFolder(data_dir);
  const folder = listsFolder(geo_dir);
  const { sources } = readListSettings(geo_dir);
  if (accept !== undefined) {
    if (!sources.some(({ name }) => name === accept) || !acceptHeld(folder, accept))
      throw new Failure(`No list named ${accept} was held back.`);
    return { lists: [{ name: accept, outcome: 'accepted' }], ok: true };
  }
  if (rollback) {
    const back = sources.filter(({ name }) => rollbackList(folder, name));
    if (back.length === 0) throw new Failure('There are no earlier lists to go back to.');
    return { lists: back.map(({ name }) => ({ name, outcome: 'rolled back' })), ok: true };
  }
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const lists = await refreshLists(folder, { fetch, now_ms: Date.now(), sources });
  return { lists, ok: !lists.some(isWrong) };
}

export const listsText = ({ lists, ok }: ListsResult): string =>
  [
    columns(
      lists.map(({ name, outcome, count, reason }) => [name, outcome, String(count ?? '-'), reason ?? '']),
      '',
    ),
    ...(ok
      ? []
      : [
          'Lists that could not be used stay as they were. A list is held back when it changed very much: ' +
            'look at it, then run npx standpoint geo update --lists --accept NAME',
        ]),
  ].join('\n');
