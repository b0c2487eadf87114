import type { Deps } from '../../../deps.ts';
import { geoFolder } from '../snapshots.ts';
import { readListSettings } from './list-settings.ts';
import { isWrong, refreshLists } from './lists.ts';
import { listsFolder } from './operator-data.ts';

/** The sources that are due, from the lists in memory; none unless the operator asked for them. */
function due(deps: Pick<Deps, 'network' | 'lists_tried'>, geo_dir: string, now_ms: number) {
  const settings = readListSettings(geo_dir);
  if (!settings.enabled) return [];
  const fetched = new Map(deps.network.lists.map(({ name, fetched_at }) => [name, Date.parse(fetched_at)]));
  return settings.sources.filter(({ name, every_hours }) => {
    const age_ms = now_ms - (fetched.get(name) ?? Number.NEGATIVE_INFINITY);
    return !(age_ms < every_hours * 3_600_000) && !(now_ms - (deps.lists_tried.get(name) ?? 0) < RETRY_MS);
  });
}

const RETRY_MS = 3_600_000;

/**
 * Loads changes in the operator's lists and databases, and fetches the lists that are due. Tests replace
 * `fetch`. Safe on several nodes at once: each list is replaced whole.
 */
export async function keepLists(
  deps: Pick<Deps, 'config' | 'log' | 'network' | 'lists_tried'>,
  now_ms: number,
  get: typeof fetch = fetch,
): Promise<void> {
  const geo_dir = geoFolder(deps.config.data_dir);
  takeUp(deps);
  for (const source of due(deps, geo_dir, now_ms)) {
    deps.lists_tried.set(source.name, now_ms);
    const [report] = await refreshLists(listsFolder(geo_dir), { fetch: get, now_ms, sources: [source] });
    if (!isWrong(report!)) continue;
    deps.log.warn({ list: report }, 'An address list was not taken into use; the previous one stays.');
  }
  takeUp(deps);
}

function takeUp({ network, log }: Pick<Deps, 'log' | 'network'>): void {
  if (!network.refresh()) return;
  for (const { file, reason } of network.refused)
    log.warn({ file, reason }, 'A network data file is not used.');
}
