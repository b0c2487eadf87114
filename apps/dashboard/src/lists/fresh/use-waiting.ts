import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queryKeyOf } from '../use-list.ts';
import { exchangeRows, insertRows } from './cached-rows.ts';
import { differenceOf, type Waiting } from './difference.ts';
import type { Reading, ShownList } from './read-news.ts';

const NONE: Waiting<never> = { fresh: [], hole: false };

/** The new rows that wait, and what becomes of rows that were read. */
export function useWaiting<A, R>(list: ShownList<A, R>) {
  const client = useQueryClient();
  const key = queryKeyOf(list);
  const [waiting, setWaiting] = useState<Waiting<R>>(NONE);
  const latest = useRef({ list, waiting });
  latest.current = { list, waiting };
  const clear = () => setWaiting(NONE);
  const beginAnew = () => client.resetQueries({ queryKey: key, exact: true });
  const take = (read: Reading<R>) => {
    const { rows, rowKey } = latest.current.list;
    const found = differenceOf(rows, latest.current.waiting, read, rowKey);
    exchangeRows(client, key, rowKey, found.changed);
    if (rows.length === 0) insertRows(client, key, rowKey, found.waiting.fresh);
    else setWaiting(found.waiting);
  };
  const show = () => {
    clear();
    // So many came that there may be more between them and the rest: the list begins anew.
    if (waiting.hole) void beginAnew();
    else insertRows(client, key, list.rowKey, waiting.fresh);
    window.scrollTo({ top: 0 });
  };
  return { waiting, clear, beginAnew, take, show };
}
