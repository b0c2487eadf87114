import { type ListWanted, type Pages, readPage } from '../use-list.ts';
import { type Gathered, IDS_MAX } from './plan.ts';

/**
 * The first page of a list is read again and again while the tab is looked at. Rows further down are read with the
 * whole list.
 */
export interface Polling {
  every_ms: number;
  /** Rows that are shown are read without this filter, so that a row that no longer fits it shows its new state. */
  without: string;
}

export interface ShownList<A, R> extends ListWanted<A, R> {
  polling?: Polling | undefined;
  rowKey(row: R): string;
  /** All rows that are shown. */
  rows: readonly R[];
}

/** Rows as they are now. `whole`: those at the top of the list are among them. */
export interface Reading<R> {
  rows: readonly R[];
  whole: boolean;
}

/**
 * The rows that the news are about. What is shown is read whatever the filters say: a row that was decided may fit
 * them no longer, and says so where it stands.
 */
export async function readNews<A, R>(list: ShownList<A, R>, { ids, erased }: Gathered): Promise<Reading<R>> {
  if (ids === 'all') {
    const [{ rows }, shown] = await Promise.all([readPage(list, { cursor: null }), readUnfiltered(list)]);
    return { rows: [...(erased ? await readShown(list) : []), ...shown, ...rows], whole: true };
  }
  const shown = new Set(list.rows.map(list.rowKey));
  const [known, unknown] = [[...ids].filter((id) => shown.has(id)), [...ids].filter((id) => !shown.has(id))];
  const nothing: Pages<R> = { rows: [], next_cursor: null };
  const [changed, fresh] = await Promise.all([
    known.length > 0 ? readPage({ ...list, query: {} }, { ids: known }) : nothing,
    unknown.length > 0 ? readPage(list, { ids: unknown }) : nothing,
  ]);
  return { rows: [...changed.rows, ...fresh.rows], whole: false };
}

/** Rows that are shown, read from the first page without the filter that they may no longer fit. */
async function readUnfiltered<A, R>(list: ShownList<A, R>): Promise<readonly R[]> {
  const filter = list.polling?.without;
  if (filter === undefined || !(filter in list.query)) return [];
  const { [filter]: _, ...query } = list.query;
  const shown = new Set(list.rows.map(list.rowKey));
  const { rows } = await readPage({ ...list, query }, { cursor: null });
  return rows.filter((row) => shown.has(list.rowKey(row)));
}

/** Every row that is shown, as it is now. */
async function readShown<A, R>(list: ShownList<A, R>): Promise<readonly R[]> {
  const ids = list.rows.map(list.rowKey);
  const rows: R[] = [];
  for (let at = 0; at < ids.length; at += IDS_MAX)
    rows.push(...(await readPage({ ...list, query: {} }, { ids: ids.slice(at, at + IDS_MAX) })).rows);
  return rows;
}
