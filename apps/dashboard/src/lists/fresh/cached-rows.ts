import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Pages } from '../use-list.ts';

type Data<R> = InfiniteData<Pages<R>>;
type Key = readonly unknown[];

/** Puts other values in place of rows that are there; their order stays. */
export function exchangeRows<R>(
  client: QueryClient,
  key: Key,
  rowKey: (row: R) => string,
  changed: ReadonlyMap<string, R>,
): void {
  if (changed.size === 0) return;
  client.setQueryData<Data<R>>(
    key,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          rows: page.rows.map((row) => changed.get(rowKey(row)) ?? row),
        })),
      },
  );
}

/** Puts rows at the top that are not there yet. */
export function insertRows<R>(
  client: QueryClient,
  key: Key,
  rowKey: (row: R) => string,
  fresh: readonly R[],
): void {
  if (fresh.length === 0) return;
  client.setQueryData<Data<R>>(key, (data) => {
    const [first, ...rest] = data?.pages ?? [];
    if (!data || !first) return data;
    const there = new Set(first.rows.map(rowKey));
    const added = fresh.filter((row) => !there.has(rowKey(row)));
    return { ...data, pages: [{ ...first, rows: [...added, ...first.rows] }, ...rest] };
  });
}
