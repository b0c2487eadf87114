import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef } from 'react';
import type { Column } from '../table/column.ts';
import table from '../table/table.module.css';
import { Cell, Heads } from '../table/table.tsx';
import styles from './list-table.module.css';
import { useRowKeys } from './row-keys.ts';
import { usePhone } from './use-phone.ts';
import type { Visible } from './visible-columns.ts';

/** As in the style sheet. */
const HEIGHT = { phone: 44, window: 36 };
/** Further rows are asked for when so many are left below. */
const AHEAD = 15;

interface ListTableProps<R extends object> {
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey(row: R): string;
  visible: Visible;
  /** Asks for the next page; absent at the end. */
  more?: () => void;
  /** Other rows are on their way. */
  busy: boolean;
}

/** A long list: only the rows in view are in the page. */
export function ListTable<R extends object>(props: ListTableProps<R>) {
  const { label, columns, rows, rowKey, visible, more, busy } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const height = usePhone() ? HEIGHT.phone : HEIGHT.window;
  const shown = useMemo(() => columns.filter(({ id }) => visible[id]), [columns, visible]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: 20,
    // The rows are drawn in one task, and laid out in the next.
    useFlushSync: false,
    scrollMargin: body.current?.offsetTop ?? 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer keeps the heights that it was told.
  useEffect(() => virtual.measure(), [height]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  const mayAsk = more !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once per number of rows, and after a wait.
  useEffect(() => {
    if (mayAsk && last >= rows.length - AHEAD) more?.();
  }, [last, rows.length, mayAsk]);
  useRowKeys(body, (index) => virtual.scrollToIndex(index), rows.length);
  const [above, below] = spaces(items, virtual.getTotalSize(), virtual.options.scrollMargin);
  return (
    <div className={styles.list} aria-busy={busy}>
      <div className={styles.line} data-busy={busy || undefined} aria-hidden="true" />
      <table className={table.table} aria-label={label} aria-rowcount={more ? -1 : rows.length + 1}>
        <Heads columns={shown} />
        <tbody ref={body}>
          <Space height={above} />
          {items.map(({ index }) => (
            <Row key={rowKey(rows[index]!)} index={index} row={rows[index]!} columns={shown} />
          ))}
          <Space height={below} />
        </tbody>
      </table>
    </div>
  );
}

interface RowProps<R> {
  index: number;
  row: R;
  columns: readonly Column<R>[];
}

const RowOfCells = <R,>({ index, row, columns }: RowProps<R>) => (
  <tr aria-rowindex={index + 2} data-index={index} className={styles.row}>
    {columns.map((column) => (
      <Cell key={column.id} column={column} row={row} />
    ))}
  </tr>
);
/** Those that stay in view are not drawn again while others come and go. */
const Row = memo(RowOfCells) as typeof RowOfCells;

type Item = { start: number; end: number };

/** Heights of what is not in the page, above and below the rows that are. */
const spaces = (items: readonly Item[], total: number, margin: number): [number, number] => {
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return [0, 0];
  return [Math.max(0, first.start - margin), Math.max(0, total - (last.end - margin))];
};

const Space = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr className={styles.space}>
      <td style={{ height }} />
    </tr>
  ) : null;
