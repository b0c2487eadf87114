import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import styles from './plot.module.css';

interface NumbersProps<R> {
  /** "Decision time by hour" */
  label: string;
  rows: readonly R[];
  columns: readonly Column<R>[];
  rowKey(row: R): string;
}

/** The same numbers as the picture above, as a table. */
export const Numbers = <R,>({ label, rows, columns, rowKey }: NumbersProps<R>) => (
  <details className={styles.numbers}>
    <summary>Table of numbers</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
    <section className={styles.scroll} tabIndex={0} aria-label={`${label}, all rows`}>
      <Table label={label} rows={rows} columns={columns} rowKey={rowKey} density="compact" />
    </section>
  </details>
);
