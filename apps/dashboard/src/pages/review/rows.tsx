import { Button } from '@mantine/core';
import { type RefObject, useEffect } from 'react';
import type { Group } from './groups.ts';
import { CaseRow } from './row.tsx';
import styles from './rows.module.css';

interface CaseRowsProps {
  list: RefObject<HTMLElement | null>;
  groups: readonly Group[];
  now: number;
  open: string | null;
  picked: ReadonlySet<string>;
  mayPick: boolean;
  pick(review_id: string): void;
  fresh: number;
  showFresh(): void;
  more: (() => void) | undefined;
  /** Says that the list is used: nothing moves in it then. */
  touched(): void;
}

/** The cases, most overdue first. */
export function CaseRows(props: CaseRowsProps) {
  const { list, groups, now, open, picked, mayPick, pick, fresh, showFresh, more, touched } = props;
  useEffect(() => {
    const place = list.current;
    place?.addEventListener('scroll', touched, { passive: true });
    return () => place?.removeEventListener('scroll', touched);
  }, [list, touched]);
  let index = -1;
  return (
    <section
      className={styles.rows}
      ref={list}
      aria-label="Cases, most overdue first"
      onPointerMove={touched}
    >
      {fresh > 0 && (
        <button type="button" className={styles.pill} onClick={showFresh}>
          {fresh} new <kbd>N</kbd>
        </button>
      )}
      {groups.map(({ tone, title, rows }) => (
        <div key={tone}>
          <h2 className={styles.group} data-tone={tone}>
            {title} <span className={styles.count}>{rows.length}</span>
          </h2>
          <ul>
            {rows.map((row) => {
              index += 1;
              return (
                <CaseRow
                  key={row.review_id}
                  row={row}
                  index={index}
                  now={now}
                  open={open === row.review_id}
                  picked={picked.has(row.review_id)}
                  picking={picked.size > 0}
                  mayPick={mayPick}
                  pick={pick}
                />
              );
            })}
          </ul>
        </div>
      ))}
      {more && (
        <p className={styles.more}>
          <Button size="xs" onClick={more}>
            Show more cases
          </Button>
        </p>
      )}
    </section>
  );
}
