import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type ListHeader,
  makeList,
  rangesOf,
  readList,
  removeList,
  type StoredList,
  writeList,
} from './list-file.ts';
import { parseList } from './list-format.ts';
import { isAllowedUrl, type ListSource } from './list-settings.ts';
import { find, type Ranges, type Words } from './ranges.ts';

/**
 * The outcome for one list. `held`: it changed so much that the operator has to look at it; the old one stays
 * in use.
 */
export interface ListReport {
  name: string;
  outcome: 'updated' | 'unchanged' | 'held' | 'refused' | 'failed';
  /** Number of entries in the fetched list; null when it could not be read. */
  count: number | null;
  /** Number of entries in the list that was in use before. */
  before: number | null;
  reason: string | null;
}

/** Whether the operator should look: the previous list stays in use. */
export const isWrong = ({ outcome }: Pick<ListReport, 'outcome'>): boolean =>
  outcome !== 'updated' && outcome !== 'unchanged';

export interface Refresh {
  fetch: typeof fetch;
  now_ms: number;
  sources: readonly ListSource[];
}

const SHRINKS_BELOW = 0.5;
const GROWS_ABOVE = 4;
const BYTES_MAX = 64 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

/**
 * Fetches every source, one after the other, into `dir`. A failing source never throws; the report says so.
 */
export async function refreshLists(dir: string, { fetch, now_ms, sources }: Refresh): Promise<ListReport[]> {
  const reports: ListReport[] = [];
  for (const source of sources) reports.push(await refreshList(dir, source, fetch, now_ms));
  return reports;
}

async function refreshList(
  dir: string,
  source: ListSource,
  get: typeof fetch,
  now_ms: number,
): Promise<ListReport> {
  const { name, kind, url } = source;
  const old = readSound(dir, name);
  const before = old?.header.count ?? null;
  const report = (outcome: ListReport['outcome'], count: number | null, reason: string | null = null) => ({
    name,
    outcome,
    count,
    before,
    reason,
  });
  let fetched: Buffer;
  try {
    fetched = await download(url, get);
  } catch (error) {
    return report('failed', null, (error as Error).message);
  }
  let list: StoredList;
  try {
    const { ranges, count } = await parseList(fetched.toString('utf8'));
    list = makeList({ name, kind, url, count }, fetched, ranges, now_ms);
  } catch (error) {
    return report('refused', null, (error as Error).message);
  }
  const { count } = list.header;
  if (before !== null && (count < before * SHRINKS_BELOW || count > before * GROWS_ABOVE)) {
    writeList(dir, list, 'held');
    return report('held', count, `${before} entries became ${count}`);
  }
  const same = old?.header.sha256 === list.header.sha256 && old.header.kind === kind;
  if (old && !same) writeList(dir, old, 'previous');
  writeList(dir, list, 'current');
  removeList(dir, name, 'held');
  return report(same ? 'unchanged' : 'updated', count);
}

/** A damaged file counts as absent: the next refresh replaces it. */
function readSound(dir: string, name: string): StoredList | null {
  try {
    return readList(dir, name, 'current');
  } catch {
    return null;
  }
}

async function download(url: string, get: typeof fetch): Promise<Buffer> {
  if (!isAllowedUrl(url)) throw new Error('not an https: or file: address');
  if (url.startsWith('file:')) return limited(readFileSync(fileURLToPath(url)));
  const response = await get(url, { signal: AbortSignal.timeout(TIMEOUT_MS), headers: { accept: '*/*' } });
  if (response.status !== 200) throw new Error(`answered ${response.status}`);
  // A redirect must not lead from https to a weaker scheme.
  if (response.url && !isAllowedUrl(response.url)) throw new Error('led to an address that is not https:');
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) throw new Error('larger than 64 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function limited(bytes: Buffer): Buffer {
  if (bytes.length > BYTES_MAX) throw new Error('larger than 64 MiB');
  return bytes;
}

/** Takes a held list into use after the operator looked at it. False when none is held. */
export function acceptHeld(dir: string, name: string): boolean {
  const held = readList(dir, name, 'held');
  if (!held) return false;
  const old = readSound(dir, name);
  if (old) writeList(dir, old, 'previous');
  writeList(dir, held, 'current');
  removeList(dir, name, 'held');
  return true;
}

/** Goes back to the previous list. False when there is none. */
export function rollbackList(dir: string, name: string): boolean {
  const previous = readList(dir, name, 'previous');
  if (!previous) return false;
  writeList(dir, previous, 'current');
  removeList(dir, name, 'previous');
  return true;
}

/** One list that holds an address. */
export type ListHit = Pick<ListHeader, 'name' | 'kind'> & { fetched_ms: number };

export interface Lists {
  lookup(words: Words): ListHit[];
  headers: ListHeader[];
  /** Files that could not be used, with the reason. */
  refused: { file: string; reason: string }[];
}

/** Every list in use. A damaged one is reported and left out. */
export function openLists(dir: string): Lists {
  const lists: { header: ListHeader; hit: ListHit; ranges: Ranges }[] = [];
  const refused: Lists['refused'] = [];
  for (const file of listFiles(dir)) {
    try {
      const list = readList(dir, file.slice(0, -'.list'.length), 'current');
      if (!list) continue;
      const { name, kind, fetched_at } = list.header;
      const hit = { name, kind, fetched_ms: Date.parse(fetched_at) };
      lists.push({ header: list.header, hit, ranges: rangesOf(list) });
    } catch (error) {
      refused.push({ file, reason: (error as Error).message });
    }
  }
  return {
    lookup: (words) => lists.filter(({ ranges }) => find(ranges, words) !== 0).map(({ hit }) => hit),
    headers: lists.map(({ header }) => header),
    refused,
  };
}

/** File names, sorted; empty when the folder does not exist. */
export function listFiles(dir: string): string[] {
  try {
    return readdirSync(dir)
      .filter((file) => file.endsWith('.list'))
      .sort();
  } catch {
    return [];
  }
}
