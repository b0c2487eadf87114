import type { Column, Density } from './column.ts';
import styles from './table.module.css';

interface TableProps<R> {
  /** What the rows are, for those who cannot see the heading. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey(row: R): string;
  density?: Density;
}

/** A table of a few rows inside a page. Long lists are in `list-table.tsx`. */
export const Table = <R,>({ label, columns, rows, rowKey, density = 'default' }: TableProps<R>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard.
  <section className={styles.scroll} tabIndex={0} aria-label={label}>
    <table className={styles.table} data-density={density} aria-label={label}>
      <Heads columns={columns} />
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <Cell key={column.id} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

export const Heads = <R,>({ columns }: { columns: readonly Column<R>[] }) => (
  <thead>
    <tr>
      {columns.map((column) => (
        <Head key={column.id} column={column} />
      ))}
    </tr>
  </thead>
);

const Head = <R,>({ column }: { column: Column<R> }) => (
  <th
    scope="col"
    data-end={column.end || undefined}
    data-wide={column.wide || undefined}
    style={column.width ? { width: column.width } : undefined}
  >
    {column.unseenHead ? <span className="unseen">{column.head}</span> : column.head}
  </th>
);

export const Cell = <R,>({ column, row }: { column: Column<R>; row: R }) => (
  <td data-end={column.end || undefined} data-wide={column.wide || undefined}>
    {column.cell(row)}
  </td>
);
