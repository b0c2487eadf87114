import type { Difference } from './differences.ts';
import styles from './list.module.css';

/** What changes, setting by setting: before, and after. */
export const DifferenceList = ({ rows, label }: { rows: readonly Difference[]; label: string }) => (
  <ul className={styles.list} aria-label={label}>
    {rows.map(({ place, title, from, to }) => (
      <li key={place} className={styles.row}>
        <b className={styles.title}>{title}</b>
        <span className={styles.values}>
          <del className={styles.from} dir="auto">
            {from}
          </del>
          <span className="unseen"> becomes </span>
          <ins className={styles.to} dir="auto">
            {to}
          </ins>
        </span>
      </li>
    ))}
  </ul>
);
