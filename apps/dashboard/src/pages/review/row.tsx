import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { Icon } from '../../parts/icon.tsx';
import type { Row } from './queries.ts';
import styles from './rows.module.css';
import { aboutWords, DONE, dueTone, dueWords, ICONS, layoutOf, nameOf, whyWords } from './words.ts';

interface CaseRowProps {
  row: Row;
  index: number;
  /** Its place under its heading, for those who hear the list: only rows in view are in the page. */
  position: number;
  of: number | null;
  now: number;
  open: boolean;
  picked: boolean;
  /** Some row is picked: every one shows its box. */
  picking: boolean;
  mayPick: boolean;
  pick(review_id: string): void;
}

interface PickBoxProps {
  row: Row;
  picked: boolean;
  pick(review_id: string): void;
}

const PickBox = ({ row, picked, pick }: PickBoxProps) => (
  <label className={styles.pick}>
    <input
      type="checkbox"
      checked={picked}
      aria-label={`Select ${nameOf(row)}: ${whyWords(row)}`}
      tabIndex={-1}
      onChange={() => pick(row.review_id)}
    />
  </label>
);

/** Why it is in the queue and about whom; it opens the case. */
const CaseLink = ({ row, index, open }: Pick<CaseRowProps, 'row' | 'index' | 'open'>) => (
  <Link
    to="."
    search={((before: object) => ({ ...before, case: row.review_id })) as never}
    className={styles.link}
    data-case-row={row.review_id}
    data-index={index}
    aria-current={open ? 'true' : undefined}
  >
    <span className={styles.why}>{whyWords(row)}</span>
    <span className={styles.about}>{aboutWords(row)}</span>
  </Link>
);

/** One case of the list: why, about whom, how late, and who has it. */
export const CaseRow = memo(function CaseRow(props: CaseRowProps) {
  const { row, index, position, of, now, open, picked, picking, mayPick, pick } = props;
  return (
    <li
      className={styles.case}
      aria-posinset={position}
      aria-setsize={of ?? -1}
      data-open={open || undefined}
      data-picked={picked || undefined}
      data-picking={picking || undefined}
    >
      {mayPick && row.outcome === null && <PickBox row={row} picked={picked} pick={pick} />}
      <Icon name={ICONS[layoutOf(row)]} className={styles.icon} />
      <CaseLink row={row} index={index} open={open} />
      <span className={styles.end}>
        <Due row={row} now={now} />
        <Who row={row} />
      </span>
    </li>
  );
});

function Due({ row, now }: { row: Row; now: number }) {
  if (row.outcome !== null)
    return (
      <span className={styles.due} data-tone={row.outcome === 'approve' ? 'pass' : 'fail'}>
        <Icon name={row.outcome === 'approve' ? 'check' : 'cross'} /> {DONE[row.outcome]}
      </span>
    );
  return (
    <span className={styles.due} data-tone={dueTone(row.due_at, now)}>
      {dueWords(row.due_at, now)}
    </span>
  );
}

function Who({ row }: { row: Row }) {
  if (row.decided_by !== null) return <span className={styles.who}>{row.decided_by}</span>;
  if (row.claim)
    return (
      <span className={styles.who} data-mine={row.claim.mine || undefined}>
        {row.claim.mine ? 'You' : row.claim.by.name}
      </span>
    );
  if (row.escalated) return <span className={styles.who}>escalated</span>;
  if (row.first)
    return <span className={styles.who}>{row.first.mine ? 'your answer is in' : 'needs a second'}</span>;
  return null;
}
