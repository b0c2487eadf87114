import type { RefObject } from 'react';
import type { Place } from '../../app/place.ts';
import { UnreadNote } from '../../lists/unread-note.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { ADDRESS } from './address-fields.ts';
import { PickBar } from './bulk/pick-bar.tsx';
import { QueueEmpty } from './figures.tsx';
import type { Group } from './groups.ts';
import styles from './page.module.css';
import type { Row, useQueue } from './queries.ts';
import { CaseRows } from './rows.tsx';
import { QueueTools } from './tools.tsx';
import type { usePicked } from './use-picked.ts';
import type { RowFocus } from './use-rows-in-view.ts';
import type { QueueSearch } from './use-search.ts';
import type { useShown } from './use-shown.ts';

const WIDTHS = [80, 30];

interface ListProps {
  place: Place;
  list: RefObject<HTMLElement | null>;
  rowFocus: RefObject<RowFocus>;
  search: QueueSearch;
  queue: ReturnType<typeof useQueue>;
  groups: readonly Group[];
  rows: readonly Row[];
  shown: ReturnType<typeof useShown>;
  selection: ReturnType<typeof usePicked>;
  now: number;
  may: boolean;
  more: (() => void) | undefined;
  back(ids: readonly string[]): void;
}

/** The column of cases: which of them, the cases, and what is done with those that are selected. */
export function QueueList(props: ListProps) {
  const { place, search, queue, groups, rows, shown, selection, back } = props;
  const { tab, filters, filter } = search;
  const none = groups.length === 0 && shown.fresh === 0;
  return (
    <div className={styles.list}>
      <QueueTools tab={tab} counts={queue.data?.pages[0]?.counts} filters={filters} change={filter} />
      <UnreadNote fields={ADDRESS} unread={search.unread} clear={search.clearUnread} />
      {queue.error && !queue.data && (
        <Problem what="The list" error={queue.error} again={() => void queue.refetch()} />
      )}
      {queue.isPending && <Skeleton columns={WIDTHS} what="the list" rows={10} />}
      {queue.data && none && (
        <QueueEmpty tab={tab} filters={Object.keys(filters).length} clear={() => filter({})} />
      )}
      {!none && <Cases {...props} />}
      {queue.isFetchNextPageError && queue.error && (
        <Problem
          what="The next part of the list"
          error={queue.error}
          again={() => void queue.fetchNextPage()}
        />
      )}
      {selection.picked.size > 0 ? (
        <PickBar
          place={place}
          rows={rows.filter(({ review_id }) => selection.picked.has(review_id))}
          clear={selection.clear}
          back={back}
        />
      ) : (
        <KeyWords />
      )}
    </div>
  );
}

const Cases = ({ list, rowFocus, queue, search, groups, shown, selection, now, may, more }: ListProps) => (
  <CaseRows
    list={list}
    groups={groups}
    now={now}
    open={search.open}
    picked={selection.picked}
    mayPick={may}
    pick={selection.pick}
    fresh={shown.fresh}
    showFresh={shown.showFresh}
    more={more}
    busy={queue.isPlaceholderData || queue.isFetchingNextPage}
    rowFocus={rowFocus}
    touched={shown.touched}
  />
);

const KeyWords = () => (
  <div className={styles.keys} aria-hidden="true">
    <span>
      <kbd>J</kbd> <kbd>K</kbd> move
    </span>
    <span>
      <kbd>C</kbd> claim
    </span>
    <span>
      <kbd>Space</kbd> select many
    </span>
    <span>
      <kbd>?</kbd> all keys
    </span>
  </div>
);
