import { statSync } from 'node:fs';
import { join } from 'node:path';
import { addressInCidrs } from '../../../network-address.ts';
import { LISTS_OFF, type ListSettings, readListSettings } from './list-settings.ts';
import { type Lists, listFiles, openLists } from './lists.ts';
import { listFolder, type Mmdb, openMmdbFolder } from './mmdb.ts';

/** The operator's additions in `DATA_DIR/geo`: fetched lists, databases, an allow-list. */
export interface OperatorData {
  lists: Lists;
  databases: readonly Mmdb[];
  /** Whether the operator vouches for the address or its network. */
  allows(ip: string, asn: number | null): boolean;
  /** Digest of everything that can change an answer. */
  versions: Record<string, string>;
  dates: Record<string, string>;
  /** Files that are not used, with the reason. */
  refused: { file: string; reason: string }[];
  /** Changes when any of the files does. */
  signature: string;
}

export const listsFolder = (geo_dir: string) => join(geo_dir, 'lists');
const mmdbFolder = (geo_dir: string) => join(geo_dir, 'mmdb');

/**
 * Reads everything again. A damaged file is reported in `refused` and left out, so that it never stops the
 * service.
 */
export function openOperatorData(geo_dir: string): OperatorData {
  const signature = signatureOf(geo_dir);
  const lists = openLists(listsFolder(geo_dir));
  const { databases, refused } = openMmdbFolder(mmdbFolder(geo_dir));
  const unusable = [...lists.refused, ...refused];
  const settings = settingsOf(geo_dir, unusable);
  const allowed = settings.allow_asns.length + settings.allow.length > 0;
  return {
    lists,
    databases,
    allows: (ip, asn) =>
      (asn !== null && settings.allow_asns.includes(asn)) ||
      (settings.allow.length > 0 && addressInCidrs(ip, settings.allow)),
    versions: {
      ...Object.fromEntries(
        lists.headers.map(({ name, sha256, fetched_at }) => [`list_${name}`, `${sha256} ${fetched_at}`]),
      ),
      ...Object.fromEntries(databases.map(({ file, sha256 }) => [`mmdb_${file}`, sha256])),
      ...(allowed ? { allow_list: JSON.stringify([settings.allow, settings.allow_asns]) } : {}),
    },
    dates: Object.fromEntries(databases.map(({ file, data_date }) => [`mmdb_${file}`, data_date])),
    refused: unusable,
    signature,
  };
}

function settingsOf(geo_dir: string, unusable: OperatorData['refused']): ListSettings {
  try {
    return readListSettings(geo_dir);
  } catch (error) {
    unusable.push({ file: 'lists.json', reason: (error as Error).message });
    return LISTS_OFF;
  }
}

/** Names, sizes and times of every file: cheap enough to read every minute. */
export function signatureOf(geo_dir: string): string {
  const files = [
    join(geo_dir, 'lists.json'),
    ...listFiles(listsFolder(geo_dir)).map((file) => join(listsFolder(geo_dir), file)),
    ...listFolder(mmdbFolder(geo_dir)).map((file) => join(mmdbFolder(geo_dir), file)),
  ];
  return files
    .map((file) => {
      const stat = statSync(file, { throwIfNoEntry: false });
      return stat ? `${file} ${stat.size} ${stat.mtimeMs} ${stat.ino}` : '';
    })
    .join('\n');
}
