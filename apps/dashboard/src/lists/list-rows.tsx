import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Empty } from '../parts/empty.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import type { Column } from '../table/column.ts';
import { type FilterField, type Filters, filterWords, withFilter } from './filters.ts';
import styles from './list-rows.module.css';
import { ListTable } from './list-table.tsx';
import type { useList } from './use-list.ts';
import type { Visible } from './visible-columns.ts';

const WIDTHS = [70, 80, 60, 90, 55];

interface ListRowsProps<R extends object> {
  title: string;
  list: ReturnType<typeof useList>;
  rows: readonly R[];
  rowKey(row: R): string;
  columns: readonly Column<R>[];
  visible: Visible;
  /** Stands there when the list has no row. */
  none: ReactNode;
}

/** The rows of a list, or why they are not there. */
export function ListRows<R extends object>(props: ListRowsProps<R>) {
  const { title, list, rows, rowKey, columns, visible, none } = props;
  const next = () => void list.fetchNextPage();
  return (
    <>
      {list.error && !list.data && (
        <Problem
          what={`The list of ${title.toLowerCase()}`}
          error={list.error}
          again={() => void list.refetch()}
        />
      )}
      {list.isPending && (
        <div className={styles.pad}>
          <Skeleton columns={WIDTHS} what={title.toLowerCase()} />
        </div>
      )}
      {list.data && rows.length === 0 && !list.isPlaceholderData && none}
      {rows.length > 0 && (
        <ListTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          visible={visible}
          busy={list.isPlaceholderData || list.isFetchingNextPage}
          more={list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError ? next : undefined}
        />
      )}
      {list.isFetchNextPageError && list.error && (
        <Problem what="The next part of the list" error={list.error} again={next} />
      )}
    </>
  );
}

interface NoRowsProps {
  /** One row: "verification". */
  one: string;
  fields: readonly FilterField[];
  filters: Filters;
  change(filters: Filters): void;
  empty: ReactNode;
}

/** Nothing yet, or nothing with these filters, which are named and can be dropped one by one. */
export function NoRows({ one, fields, filters, change, empty }: NoRowsProps) {
  const set = Object.entries(filters);
  if (set.length === 0) return empty;
  const drops = set.map(([name, value]) => (
    <Button key={name} onClick={() => change(withFilter(filters, name, ''))}>
      Drop “{filterWords(fields, name, value)}”
    </Button>
  ));
  return (
    <Empty
      icon="filter"
      title={`No ${one} matches ${set.length === 1 ? 'this filter' : `these ${set.length} filters`}`}
      actions={
        <>
          {drops}
          {set.length > 1 && <Button onClick={() => change({})}>Clear all</Button>}
        </>
      }
    >
      <p>{set.map(([name, value]) => filterWords(fields, name, value)).join(', ')}.</p>
    </Empty>
  );
}
