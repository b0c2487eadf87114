import type { AnswerOf, FaceSession, reviewing, Verification } from '@standpoint/contract';
import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { envPath, type Place } from '../../app/place.ts';
import { explanationQuery } from '../verifications/explanation.ts';

export type Row = reviewing.QueuedReview;
type Queue = AnswerOf<typeof reviewing.readQueue>;
export type Case = AnswerOf<typeof reviewing.readCase>;
export type Figures = AnswerOf<typeof reviewing.readFigures>;
export type Filters = Readonly<Record<string, string>>;

/** Of the first page, which is waited for, and of each further one. */
const ROWS = { first: 50, further: 100 };
/** Where nothing tells of changes, the page asks by itself. */
const AGAIN_MS = 30_000;

const queueKey = (place: Place) => ['reviews', place, 'queue'] as const;
export const dryKey = (place: Place) => ['reviews', place, 'dry'] as const;
export const caseKey = (place: Place, review_id: string) => ['reviews', place, 'case', review_id] as const;

export function useQueue(place: Place, tab: reviewing.QueueTab, filters: Filters) {
  return useInfiniteQuery({
    queryKey: [...queueKey(place), tab, filters],
    queryFn: ({ pageParam, signal }) =>
      read<Queue>(
        `${envPath(place)}/reviews/queue`,
        { tab, ...filters, limit: pageParam ? ROWS.further : ROWS.first, cursor: pageParam ?? undefined },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
    refetchOnWindowFocus: 'always',
  });
}

const caseQuery = (place: Place, review_id: string) =>
  queryOptions({
    queryKey: caseKey(place, review_id),
    queryFn: ({ signal }) => read<Case>(`${envPath(place)}/reviews/${review_id}`, undefined, signal),
  });
export const useCase = (place: Place, review_id: string) => useQuery(caseQuery(place, review_id));

/** The record that a review is about, under the key that its own page reads it by. */
const recordPath = ({ area, id }: Pick<Row, 'area' | 'id'>): string =>
  area === 'face' ? `/facecheck/session/${id}` : `/geolocation/verifications/${id}`;

const recordQuery = (place: Place, row: Pick<Row, 'area' | 'id'>) =>
  queryOptions({
    queryKey: [recordPath(row), place],
    queryFn: ({ signal }) =>
      read<Verification | FaceSession>(`${envPath(place)}${recordPath(row)}`, undefined, signal),
  });
export const useReviewed = <R extends Verification | FaceSession>(
  place: Place,
  row: Pick<Row, 'area' | 'id'>,
) => useQuery({ ...recordQuery(place, row), select: (found) => found as R });

/** Of another customer, where a session is compared with one of theirs. */
export const useFaceSession = (place: Place, session_id: string | null) => {
  const query = recordQuery(place, { area: 'face', id: session_id ?? '' });
  return useQuery({ ...query, select: (found) => found as FaceSession, enabled: session_id !== null });
};

const caseExplanation = (place: Place, { id, area }: Pick<Row, 'area' | 'id'>) => ({
  ...explanationQuery(place, id),
  enabled: area === 'geolocation',
  staleTime: 60_000,
});
export const useExplanation = (place: Place, row: Pick<Row, 'area' | 'id'>) =>
  useQuery(caseExplanation(place, row));

/**
 * Loads cases before they are opened. Not those of faces: the audit log names each person who sees
 * how alike other customers are, and what was only loaded was not seen.
 */
export function prefetchCases(place: Place, rows: readonly Row[]): void {
  for (const row of rows.filter(({ area }) => area === 'geolocation')) {
    void queryClient.prefetchQuery(caseQuery(place, row.review_id));
    void queryClient.prefetchQuery(recordQuery(place, row));
    void queryClient.prefetchQuery(caseExplanation(place, row));
  }
}

export const useFigures = (place: Place) =>
  useQuery({
    queryKey: ['reviews', place, 'figures'],
    queryFn: ({ signal }) => read<Figures>(`${envPath(place)}/reviews/figures`, undefined, signal),
    staleTime: 60_000,
  });

/** Reads anew what may have changed: the queue, what a press would do, and one case. Ends with the queue. */
export function refresh(place: Place, review_id?: string): Promise<void> {
  const queue = queryClient.invalidateQueries({ queryKey: queueKey(place) });
  void queryClient.invalidateQueries({ queryKey: dryKey(place) });
  void queryClient.invalidateQueries({ queryKey: ['reviews', place, 'figures'] });
  if (review_id) void queryClient.invalidateQueries({ queryKey: caseKey(place, review_id) });
  return queue;
}

type Cached = { pages: Queue[]; pageParams: unknown[] } | undefined;

/** Takes rows out of every list that is shown, before the service is asked again. */
export function dropRows(place: Place, ids: readonly string[]): void {
  queryClient.setQueriesData<Cached>(
    { queryKey: queueKey(place) },
    (was) =>
      was && {
        ...was,
        pages: was.pages.map((page) => {
          const reviews = page.reviews.filter(({ review_id }) => !ids.includes(review_id));
          const gone = page.reviews.length - reviews.length;
          return gone === 0 ? page : { ...page, reviews };
        }),
      },
  );
}

/** Shows a row as it will be, before the service says so. */
export function showRow(place: Place, row: Row): void {
  queryClient.setQueryData<Case>(caseKey(place, row.review_id), (was) => was && { ...was, review: row });
  queryClient.setQueriesData<Cached>(
    { queryKey: queueKey(place) },
    (was) =>
      was && {
        ...was,
        pages: was.pages.map((page) => ({
          ...page,
          reviews: page.reviews.map((each) => (each.review_id === row.review_id ? row : each)),
        })),
      },
  );
}
