import { useEffect, useState } from 'react';
import styles from './skeleton.module.css';

const QUIET_MS = 150;
const LONG_MS = 10_000;

/** True once something has lasted: a flash of grey is worse than nothing for an instant. */
export function useAfter(ms: number): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return over;
}

interface SkeletonProps {
  /** Widths of the columns' bars, in per cent of the column. */
  columns: readonly number[];
  rows?: number;
  /** What is being waited for, as in "the list". */
  what: string;
}

/** Rows of the final height while the first ones are on their way. After 10 s it says so. */
export function Skeleton({ columns, rows = 8, what }: SkeletonProps) {
  const visible = useAfter(QUIET_MS);
  const long = useAfter(LONG_MS);
  return (
    <div className={styles.skeleton} role="status" aria-label={`Loading ${what}`} data-visible={visible}>
      {long && <p className={styles.long}>This takes longer than usual. It goes on.</p>}
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are alike and never move.
        <div className={styles.row} key={row} aria-hidden="true">
          {columns.map((width, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars are alike and never move.
            <span className={styles.cell} key={column}>
              <span className={styles.bar} style={{ width: `${width - ((row * 13) % 24)}%` }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
