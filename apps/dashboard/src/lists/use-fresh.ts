import type { LiveKind } from '@standpoint/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { tellsOfErasure } from '../live/erased.ts';
import type { Told } from '../live/news.ts';
import { useLive } from '../live/use-live.ts';
import { differenceOf, type Waiting } from './fresh.ts';
import { exchangeRows, insertRows } from './list-cache.ts';
import { type ListWanted, type Pages, queryKeyOf, readPage } from './use-list.ts';
import { useUntouched } from './use-untouched.ts';

/** The service takes so many ids at once; of more, the top of the list is read. */
const IDS_MAX = 20;
/** Of longer lists, all is read anew after an erasure. */
const READ_AGAIN_MAX = 400;
/** Readings are so far apart, and further the more they read: a busy environment must not be read all the time. */
const APART_MS = 250;
const APART_PER_ROW_MS = 50;
const NONE: Waiting<never> = { fresh: [], hole: false };

interface FreshWanted<A, R> extends ListWanted<A, R> {
  kind: LiveKind | undefined;
  polling?: Polling | undefined;
  rowKey(row: R): string;
  /** All rows that are shown. */
  rows: readonly R[];
  /** Whether the list has been read, and with these filters. */
  ready: boolean;
}

/**
 * The first page of a list is read again and again while the tab is looked at. Rows further down are read with the
 * whole list.
 */
export interface Polling {
  every_ms: number;
  /** Rows that are shown are read without this filter, so that a row that no longer fits it shows its new state. */
  without: string;
}

/** News that were not looked at yet. */
interface Plan {
  timer?: ReturnType<typeof setTimeout>;
  /** `all`: so many that they are not told apart. */
  ids: Set<string> | 'all';
  /** A person was erased: rows that are shown may still name them. */
  erased: boolean;
  /** A reading is under way: a slow service is not asked a second time. */
  reading: boolean;
  not_before: number;
}

/** New rows of a list, which wait until they are asked for; rows that changed are exchanged where they stand. */
export function useFresh<A, R>(wanted: FreshWanted<A, R>) {
  const client = useQueryClient();
  const key = queryKeyOf(wanted);
  const name = JSON.stringify(key);
  const [waiting, setWaiting] = useState<Waiting<R>>(NONE);
  const latest = useRef({ wanted, name, waiting });
  latest.current = { wanted, name, waiting };
  const plan = useRef<Plan>({ ids: new Set(), erased: false, reading: false, not_before: 0 });

  const look = async () => {
    const { ids, erased } = plan.current;
    plan.current.ids = new Set();
    plan.current.erased = false;
    if (erased && latest.current.wanted.rows.length > READ_AGAIN_MAX) {
      setWaiting(NONE);
      return client.resetQueries({ queryKey: key, exact: true });
    }
    plan.current.reading = true;
    const read = await readNews(latest.current.wanted, ids, erased).catch(() => null);
    plan.current.reading = false;
    if (!read || latest.current.name !== name) return;
    plan.current.not_before = Date.now() + APART_MS + APART_PER_ROW_MS * read.rows.length;
    const { rows, rowKey } = latest.current.wanted;
    const found = differenceOf(rows, latest.current.waiting, read, rowKey);
    exchangeRows(client, key, rowKey, found.changed);
    if (rows.length === 0) insertRows(client, key, rowKey, found.waiting.fresh);
    else setWaiting(found.waiting);
  };
  const again = useRef(look);
  again.current = look;

  const hear = (news: Told, erased = tellsOfErasure(news)) => {
    if (!latest.current.wanted.ready) return;
    const now = plan.current;
    now.ids = together(now.ids, news);
    now.erased ||= erased;
    now.timer ??= setTimeout(
      () => {
        now.timer = undefined;
        void again.current();
      },
      Math.max(0, now.not_before - Date.now()),
    );
  };
  useLive(wanted.kind ? [wanted.kind] : [], (news) => hear(news));
  useEvery(wanted.polling?.every_ms, () => {
    if (!plan.current.reading) hear('all', false);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters have other new rows.
  useEffect(() => {
    setWaiting(NONE);
    const now = plan.current;
    return () => {
      clearTimeout(now.timer);
      now.timer = undefined;
      now.ids = new Set();
      now.erased = false;
    };
  }, [name]);

  const show = () => {
    setWaiting(NONE);
    // So many came that there may be more between them and the rest: the list begins anew.
    if (waiting.hole) void client.resetQueries({ queryKey: key, exact: true });
    else insertRows(client, key, wanted.rowKey, waiting.fresh);
    window.scrollTo({ top: 0 });
  };
  useUntouched(waiting.fresh.length > 0, show);
  return { waiting, show };
}

/** Calls `act` again and again while the tab is looked at; without `ms`, never. */
function useEvery(ms: number | undefined, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (ms === undefined) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current();
    }, ms);
    return () => clearInterval(timer);
  }, [ms]);
}

function together(ids: Plan['ids'], news: Told): Plan['ids'] {
  if (ids === 'all' || news === 'all' || news.some(({ id }) => id === null)) return 'all';
  const all = new Set([...ids, ...news.map(({ id }) => id!)]);
  return all.size > IDS_MAX ? 'all' : all;
}

/**
 * The rows that the news are about. What is shown is read whatever the filters say: a row that was decided may fit
 * them no longer, and says so where it stands.
 */
async function readNews<A, R>(
  wanted: FreshWanted<A, R>,
  ids: Plan['ids'],
  erased: boolean,
): Promise<{ rows: readonly R[]; whole: boolean }> {
  if (ids === 'all') {
    const [{ rows }, shown] = await Promise.all([readPage(wanted, { cursor: null }), readUnfiltered(wanted)]);
    return { rows: [...(erased ? await readShown(wanted) : []), ...shown, ...rows], whole: true };
  }
  const shown = new Set(wanted.rows.map(wanted.rowKey));
  const [known, unknown] = [[...ids].filter((id) => shown.has(id)), [...ids].filter((id) => !shown.has(id))];
  const nothing: Pages<R> = { rows: [], next_cursor: null };
  const [changed, fresh] = await Promise.all([
    known.length > 0 ? readPage({ ...wanted, query: {} }, { ids: known }) : nothing,
    unknown.length > 0 ? readPage(wanted, { ids: unknown }) : nothing,
  ]);
  return { rows: [...changed.rows, ...fresh.rows], whole: false };
}

/** Rows that are shown, read from the first page without the filter that they may no longer fit. */
async function readUnfiltered<A, R>(wanted: FreshWanted<A, R>): Promise<readonly R[]> {
  const filter = wanted.polling?.without;
  if (filter === undefined || !(filter in wanted.query)) return [];
  const { [filter]: _, ...query } = wanted.query;
  const shown = new Set(wanted.rows.map(wanted.rowKey));
  const { rows } = await readPage({ ...wanted, query }, { cursor: null });
  return rows.filter((row) => shown.has(wanted.rowKey(row)));
}

/** Every row that is shown, as it is now. */
async function readShown<A, R>(wanted: FreshWanted<A, R>): Promise<readonly R[]> {
  const ids = wanted.rows.map(wanted.rowKey);
  const rows: R[] = [];
  for (let at = 0; at < ids.length; at += IDS_MAX)
    rows.push(...(await readPage({ ...wanted, query: {} }, { ids: ids.slice(at, at + IDS_MAX) })).rows);
  return rows;
}
