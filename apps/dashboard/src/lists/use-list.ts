import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';
import type { Place } from '../app/place.ts';
import { EXCHANGES_ROWS } from '../live/erased.ts';

const PAGE = 50;

export interface Pages<R> {
  rows: readonly R[];
  next_cursor: string | null;
}

export interface ListWanted<A, R> {
  place: Place;
  /** The path of the API of the organization or environment, and what is below it. */
  base: string;
  path: string;
  query: Readonly<Record<string, string>>;
  pick(answer: A): Pages<R>;
}

export const queryKeyOf = ({
  place,
  path,
  query,
}: Pick<ListWanted<never, never>, 'place' | 'path' | 'query'>) => [path, place, query] as const;

/** One page, or of these rows those that fit. */
export const readPage = async <A, R>(
  { base, path, query, pick }: ListWanted<A, R>,
  which: { cursor: string | null } | { ids: readonly string[] },
  signal?: AbortSignal,
): Promise<Pages<R>> =>
  pick(
    await read<A>(
      `${base}${path}`,
      'ids' in which ? { ...query, ids: which.ids.join(',') } : { ...query, limit: PAGE, ...which },
      signal,
    ),
  );

/** Pages of a list, newest first. While a filter changes, the old rows stay until the new ones are there. */
export function useList<A, R>(wanted: ListWanted<A, R>) {
  const { place } = wanted;
  return useInfiniteQuery({
    queryKey: queryKeyOf(wanted),
    queryFn: ({ pageParam, signal }) => readPage(wanted, { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    meta: EXCHANGES_ROWS,
    getNextPageParam: (last) => last.next_cursor,
    // New rows are told live and wait to be asked for: reading again by itself would move what is read.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: (before, query) => {
      // Rows of another organization or environment are never shown under this one's name.
      const [, was] = (query?.queryKey ?? []) as [string?, Place?];
      return was?.org === place.org && was?.env === place.env ? keepPreviousData(before) : undefined;
    },
  });
}
