import { type RefObject, useEffect } from 'react';
import type { Group } from './groups.ts';
import { CASE_PX, type GroupInView } from './in-view.ts';
import { CaseRow } from './row.tsx';
import styles from './rows.module.css';
import { type RowFocus, useRowsInView } from './use-rows-in-view.ts';

/** Further cases are asked for when so many are left below. */
const AHEAD = 40;

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
  /** Asks for further cases; absent at the end, and while they come. */
  more: (() => void) | undefined;
  busy: boolean;
  rowFocus: RefObject<RowFocus>;
  /** Says that the list is used: nothing moves in it then. */
  touched(): void;
}

/** The cases, most overdue first. */
export function CaseRows(props: CaseRowsProps) {
  const { list, groups, fresh, showFresh, more, busy, touched, rowFocus } = props;
  const view = useRowsInView(list, groups, rowFocus);
  const loaded = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const mayAsk = more !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once per number of cases, and after a wait.
  useEffect(() => {
    // On a phone, the list is not there while a case is.
    const seen = list.current !== null && list.current.offsetParent !== null;
    if (mayAsk && seen && view.last >= loaded - AHEAD) more?.();
  }, [view.last, loaded, mayAsk]);
  useEffect(() => {
    // Of the list or of the page: scrolling does not bubble.
    const options = { capture: true, passive: true };
    document.addEventListener('scroll', touched, options);
    return () => document.removeEventListener('scroll', touched, options);
  }, [touched]);
  return (
    <section
      className={styles.rows}
      ref={list}
      aria-label="Cases, most overdue first"
      aria-busy={busy}
      onPointerMove={touched}
    >
      {fresh > 0 && (
        <button type="button" className={styles.pill} onClick={showFresh}>
          {fresh} new <kbd>N</kbd>
        </button>
      )}
      {view.groups.map((each) => (
        <CaseGroup key={each.group.tone} {...props} {...each} />
      ))}
    </section>
  );
}

function CaseGroup(props: CaseRowsProps & GroupInView) {
  const { group, before, first, end, now, open, picked, mayPick, pick } = props;
  const { tone, title, rows, total } = group;
  return (
    <div>
      <h2 className={styles.group} data-tone={tone}>
        {title} <span className={styles.count}>{total ?? `${rows.length}+`}</span>
      </h2>
      <ul style={{ paddingBlock: `${first * CASE_PX}px ${(rows.length - end) * CASE_PX}px` }}>
        {rows.slice(first, end).map((row, i) => (
          <CaseRow
            key={row.review_id}
            row={row}
            index={before + first + i}
            position={first + i + 1}
            of={total}
            now={now}
            open={open === row.review_id}
            picked={picked.has(row.review_id)}
            picking={picked.size > 0}
            mayPick={mayPick}
            pick={pick}
          />
        ))}
      </ul>
    </div>
  );
}
