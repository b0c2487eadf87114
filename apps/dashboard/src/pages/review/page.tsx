import { DECIDERS } from '@standpoint/contract/dashboard/role-sets';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { roleIn, useMe } from '../../api/me.ts';
import { type Place, usePlace } from '../../app/place.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { useNow } from '../../parts/time.tsx';
import { CasePane } from './case/pane.tsx';
import { QueueWords } from './figures.tsx';
import { afterRow, grouped, nextRows, restOf } from './groups.ts';
import { useHeldAgain } from './held.ts';
import { QueueList } from './list.tsx';
import styles from './page.module.css';
import { prefetchCases, type Row, useQueue } from './queries.ts';
import { useNews } from './use-news.ts';
import { usePicked } from './use-picked.ts';
import { useQueueKeys } from './use-queue-keys.ts';
import { noRowFocus, type RowFocus } from './use-rows-in-view.ts';
import { type QueueSearch, useQueueSearch } from './use-search.ts';
import { useShown } from './use-shown.ts';

const NONE: readonly Row[] = [];
/** Cases that are loaded before they are opened. */
const AHEAD = 2;

interface ListedWanted {
  place: Place;
  list: RefObject<HTMLElement | null>;
  search: QueueSearch;
  now: number;
}

/** The cases that are listed: those that stand under their headings, and those that wait to be shown. */
function useListed({ place, list, search: { tab, filters }, now }: ListedWanted) {
  const queue = useQueue(place, tab, filters);
  const [first] = queue.data?.pages ?? [];
  const rows = useMemo(() => queue.data?.pages.flatMap(({ reviews }) => reviews) ?? NONE, [queue.data]);
  const atTop = useCallback(
    () => (list.current?.scrollTop ?? 0) + scrollY < 8 && document.visibilityState === 'visible',
    [list],
  );
  const which = JSON.stringify([place, tab, filters]);
  const shown = useShown(rows, which, queue.data?.pages.length ?? 0, atTop);
  const rest = queue.hasNextPage
    ? restOf(tab, Object.keys(filters).length > 0, first?.counts, shown.shown, now)
    : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rest` is what the rows and the counts make it.
  const groups = useMemo(() => grouped(shown.shown, tab, now, rest), [shown.shown, tab, now, queue.data]);
  const inOrder = useMemo(() => groups.flatMap((group) => group.rows), [groups]);
  const more =
    queue.hasNextPage && !queue.isFetchingNextPage && !queue.isFetchNextPageError
      ? () => void queue.fetchNextPage()
      : undefined;
  return { queue, first, rows, shown, groups, inOrder, more };
}

interface WaysWanted {
  search: QueueSearch;
  shown: ReturnType<typeof useShown>;
  inOrder: readonly Row[];
  rowFocus: RefObject<RowFocus>;
}

/** The ways from the open case: to one that comes back, to the next one, and to the list. */
const waysFrom = ({ search: { open, openCase }, shown, inOrder, rowFocus }: WaysWanted) => ({
  back: (ids: readonly string[]) => {
    shown.admit(ids);
    if (ids[0]) openCase(ids[0]);
  },
  next: (): boolean => {
    const row = open ? afterRow(inOrder, open) : null;
    openCase(row?.review_id ?? null);
    return row !== null;
  },
  close: () => {
    openCase(null);
    if (open) requestAnimationFrame(() => rowFocus.current.move(open));
  },
});

/** The review queue: the list, and the open case beside it. On a phone they are two screens. */
export function ReviewPage() {
  const place = usePlace();
  const search = useQueueSearch();
  const { open } = search;
  const may = DECIDERS.includes(roleIn(useMe(), place.org) ?? 'auditor');
  const now = useNow().getTime();
  const list = useRef<HTMLElement>(null);
  const rowFocus = useRef(noRowFocus());
  const { queue, first, rows, shown, groups, inOrder, more } = useListed({ place, list, search, now });
  const selection = usePicked();
  const { back, next, close } = waysFrom({ search, shown, inOrder, rowFocus });
  useNews(place, open, queue.isFetching);
  useHeldAgain(place, first?.held ?? NONE, back);
  useQueueKeys({ list, rowFocus, rows: inOrder, search, selection, shown, may });
  usePrefetched(place, nextRows(inOrder, open, AHEAD));
  return (
    <div className={styles.page} data-case={open ?? undefined}>
      <div className={styles.head}>
        <PageHead title="Review" about={<QueueWords counts={first?.counts} now={now} />} />
      </div>
      <QueueList
        {...{ place, list, rowFocus, search, queue, groups, rows, shown, selection, now, may, more, back }}
      />
      <CasePane
        place={place}
        review_id={open}
        may={may}
        next={next}
        back={back}
        close={close}
        position={inOrder.findIndex(({ review_id }) => review_id === open) + 1}
        of={first?.counts.open ?? inOrder.length}
      />
    </div>
  );
}

function usePrefetched(place: Place, rows: readonly Row[]): void {
  const ids = rows.map(({ review_id }) => review_id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: their ids tell whether they are others.
  useEffect(() => prefetchCases(place, rows), [ids, place.org, place.env]);
}
