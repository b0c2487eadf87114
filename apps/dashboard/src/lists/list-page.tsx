import type { LiveKind } from '@standpoint/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { envPath, orgPath, type Place, usePlace } from '../app/place.ts';
import { useZone } from '../clock/zone.ts';
import { ExportButton } from '../exports/take-button.tsx';
import { PageHead } from '../parts/page-head.tsx';
import type { Column } from '../table/column.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { FilterBar } from './filter-bar.tsx';
import {
  type FilterField,
  type Filters,
  filterWords,
  queryOf,
  readFilters,
  unreadFilters,
} from './filters.ts';
import { freshWords } from './fresh/difference.ts';
import { FreshPill } from './fresh/pill.tsx';
import type { Polling } from './fresh/read-news.ts';
import { useFresh } from './fresh/use-fresh.ts';
import { ListRows, NoRows } from './list-rows.tsx';
import { UnreadNote } from './unread-note.tsx';
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

/** A list of records: filters in the address, columns to choose, rows as they are scrolled to. */
export function ListPage<A, R extends object>(props: ListPageProps<A, R>) {
  const { title, one, fields, rowKey, empty, exported } = props;
  const { columns, visible, setVisible } = useColumns(props);
  const { filters, unread, change, wanted, list, rows, waiting, show } = useRows(props);
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
            path={`${wanted.base}${wanted.path}/export`}
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
      <UnreadNote fields={fields} unread={unread} clear={() => change(filters)} />
      <ListRows
        title={title}
        list={list}
        rows={rows}
        rowKey={rowKey}
        columns={columns}
        visible={visible}
        none={<NoRows one={one} fields={fields} filters={filters} change={change} empty={empty} />}
      />
    </>
  );
}

/** The columns of the list, and which of them this device shows. */
function useColumns<A, R extends object>({ title, columns: columnsOf }: ListPageProps<A, R>) {
  const { org, env } = usePlace();
  // The same columns while the place is the same: rows are then drawn once.
  const columns = useMemo(() => columnsOf({ org, env }), [columnsOf, org, env]);
  const [visible, setVisible] = useVisibleColumns(title, columns as readonly Column<never>[]);
  return { columns, visible, setVisible };
}

/** The rows that the filters of the address ask for, and the new ones that wait. */
function useRows<A, R extends object>(props: ListPageProps<A, R>) {
  const { path, fields, kind, polling, rowKey, pick } = props;
  const place = usePlace();
  const zone = useZone();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const filters = readFilters(fields, search);
  const unread = unreadFilters(fields, search);
  const base = props.ofOrganization ? orgPath(place) : envPath(place);
  const wanted = { place, base, path, query: queryOf(fields, filters, zone), pick };
  const list = useList(wanted);
  const change = (next: Filters) => void navigate({ search: next as never, replace: true });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const ready = list.data !== undefined && !list.isPlaceholderData;
  const { waiting, show } = useFresh({ ...wanted, kind, polling, rowKey, rows, ready });
  return { filters, unread, change, wanted, list, rows, waiting, show };
}
