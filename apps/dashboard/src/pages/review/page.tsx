import { DECIDERS } from '@standpoint/contract/dashboard/role-sets';
import { useCallback, useEffect, useMemo, useRef } from 'react';
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
import { noRowFocus } from './use-rows-in-view.ts';
import { useQueueSearch } from './use-search.ts';
import { useShown } from './use-shown.ts';

const NONE: readonly Row[] = [];
/** Cases that are loaded before they are opened. */
const AHEAD = 2;

/** The review queue: the list, and the open case beside it. On a phone they are two screens. */
export function ReviewPage() {
  const place = usePlace();
  const search = useQueueSearch();
  const { tab, filters, open, openCase } = search;
  const may = DECIDERS.includes(roleIn(useMe(), place.org) ?? 'auditor');
  const now = useNow().getTime();
  const list = useRef<HTMLElement>(null);
  const rowFocus = useRef(noRowFocus());
  const queue = useQueue(place, tab, filters);
  const [first] = queue.data?.pages ?? [];
  const rows = useMemo(() => queue.data?.pages.flatMap(({ reviews }) => reviews) ?? NONE, [queue.data]);
  const atTop = useCallback(
    () => (list.current?.scrollTop ?? 0) + scrollY < 8 && document.visibilityState === 'visible',
    [],
  );
  const which = JSON.stringify([place, tab, filters]);
  const shown = useShown(rows, which, queue.data?.pages.length ?? 0, atTop);
  const selection = usePicked();
  const back = (ids: readonly string[]) => {
    shown.admit(ids);
    if (ids[0]) openCase(ids[0]);
  };
  useNews(place, open, queue.isFetching);
  useHeldAgain(place, first?.held ?? NONE, back);
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
  useQueueKeys({
    list,
    rowFocus,
    rows: inOrder,
    open,
    openCase,
    pick: selection.pick,
    mayPick: may && tab !== 'decided',
    fresh: shown.fresh,
    showFresh: shown.showFresh,
  });
  usePrefetched(place, nextRows(inOrder, open, AHEAD));
  const next = (): boolean => {
    const row = open ? afterRow(inOrder, open) : null;
    openCase(row?.review_id ?? null);
    return row !== null;
  };
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
        close={() => {
          openCase(null);
          if (open) requestAnimationFrame(() => rowFocus.current.move(open));
        }}
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
