import { Button } from '@mantine/core';
import type { LiveKind } from '@standpoint/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { envPath, orgPath, type Place, usePlace } from '../app/place.ts';
import { useZone } from '../clock/zone.ts';
import { ExportButton } from '../exports/take-button.tsx';
import { Empty } from '../parts/empty.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import type { Column } from '../table/column.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type FilterField, type Filters, filterWords, queryOf, readFilters, withFilter } from './filters.ts';
import { freshWords } from './fresh.ts';
import { FreshPill } from './fresh-pill.tsx';
import styles from './list-page.module.css';
import { ListTable } from './list-table.tsx';
import { type Polling, useFresh } from './use-fresh.ts';
import { type Pages, useList } from './use-list.ts';
import { useVisibleColumns } from './visible-columns.ts';

interface ListPageProps<A, R> {
  title: string;
  /** One row and several: "verification", "verifications". */
  one: string;
  path: string;
  /** Of the organization, and not of one environment. */
  ofOrganization?: boolean;
  /** News of this kind are rows of the list. */
  kind?: LiveKind;
  /** For a list that gets no news. */
  polling?: Polling;
  fields: readonly FilterField[];
  columns(place: Place): readonly Column<R>[];
  /** What each column is called in a file; absent where there is none. */
  exported?: Readonly<Record<string, readonly string[]>>;
  rowKey(row: R): string;
  pick(answer: A): Pages<R>;
  /** Further buttons of the bar. */
  actions?: ReactNode;
  /** What teaches how the first row comes. */
  empty: ReactNode;
}

const WIDTHS = [70, 80, 60, 90, 55];

/** A list of records: filters in the address, columns to choose, rows as they are scrolled to. */
export function ListPage<A, R extends object>(props: ListPageProps<A, R>) {
  const { title, one, path, fields, rowKey, pick, empty, exported } = props;
  const place = usePlace();
  const zone = useZone();
  const navigate = useNavigate();
  const filters = readFilters(fields, useSearch({ strict: false }));
  const { org, env } = place;
  const { columns: columnsOf } = props;
  // The same columns while the place is the same: rows are then drawn once.
  const columns = useMemo(() => columnsOf({ org, env }), [columnsOf, org, env]);
  const [visible, setVisible] = useVisibleColumns(title, columns as readonly Column<never>[]);
  const base = props.ofOrganization ? orgPath(place) : envPath(place);
  const wanted = { place, base, path, query: queryOf(fields, filters, zone), pick };
  const list = useList(wanted);
  const change = (next: Filters) => void navigate({ search: next as never, replace: true });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const ready = list.data !== undefined && !list.isPlaceholderData;
  const { waiting, show } = useFresh({
    ...wanted,
    kind: props.kind,
    polling: props.polling,
    rowKey,
    rows,
    ready,
  });
  const what = `The list of ${title.toLowerCase()}`;
  return (
    <>
      <PageHead
        title={title}
        about={<FreshPill words={waiting.fresh.length > 0 ? freshWords(waiting) : null} show={show} />}
      >
        {props.actions}
        {exported && (
          <ExportButton
            what={title.toLowerCase()}
            path={`${base}${path}/export`}
            query={wanted.query}
            filters={Object.entries(filters).map(([name, value]) => filterWords(fields, name, value))}
            columns={columns.filter(({ id }) => visible[id]).flatMap(({ id }) => exported[id] ?? [])}
          />
        )}
      </PageHead>
      <FilterBar
        fields={fields}
        filters={filters}
        change={change}
        end={
          <ColumnChooser
            columns={columns as readonly Column<never>[]}
            visible={visible}
            change={setVisible}
          />
        }
      />
      {list.error && !list.data && (
        <Problem what={what} error={list.error} again={() => void list.refetch()} />
      )}
      {list.isPending && (
        <div className={styles.pad}>
          <Skeleton columns={WIDTHS} what={title.toLowerCase()} />
        </div>
      )}
      {list.data && rows.length === 0 && !list.isPlaceholderData && (
        <NoRows one={one} fields={fields} filters={filters} change={change} empty={empty} />
      )}
      {rows.length > 0 && (
        <ListTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          visible={visible}
          busy={list.isPlaceholderData || list.isFetchingNextPage}
          more={
            list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError
              ? () => void list.fetchNextPage()
              : undefined
          }
        />
      )}
      {list.isFetchNextPageError && list.error && (
        <Problem
          what="The next part of the list"
          error={list.error}
          again={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}

interface NoRowsProps {
  one: string;
  fields: readonly FilterField[];
  filters: Filters;
  change(filters: Filters): void;
  empty: ReactNode;
}

/** Nothing yet, or nothing with these filters, which are named and can be dropped one by one. */
function NoRows({ one, fields, filters, change, empty }: NoRowsProps) {
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
