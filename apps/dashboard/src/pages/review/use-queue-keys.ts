import { type RefObject, useRef } from 'react';
import type { Binding } from '../../keyboard/match.ts';
import { useKeys } from '../../keyboard/use-keys.ts';
import { isPhone } from '../../lists/use-phone.ts';
import type { Row } from './queries.ts';
import type { RowFocus } from './use-rows-in-view.ts';

interface Wanted {
  list: RefObject<HTMLElement | null>;
  rowFocus: RefObject<RowFocus>;
  rows: readonly Row[];
  open: string | null;
  /** The case, or null: back to the list. */
  openCase(review_id: string | null): void;
  pick(review_id: string, on?: boolean): void;
  mayPick: boolean;
  fresh: number;
  showFresh(): void;
}

/**
 * Moves over the rows, opens, selects, and shows what is new. The focus is on the links: Enter and ⌘Enter
 * are theirs.
 */
export function useQueueKeys(wanted: Wanted): void {
  const { list, rowFocus, rows, open, openCase, pick, mayPick, fresh, showFresh } = wanted;
  const last = useRef<string | null>(null);
  const inFocus = (): string | null => {
    const row = document.activeElement?.closest<HTMLElement>('[data-case-row]');
    return row && list.current?.contains(row) ? (row.dataset.caseRow ?? null) : null;
  };
  const focus = (at: number) => {
    const row = rows[Math.min(Math.max(at, 0), rows.length - 1)];
    if (row) rowFocus.current.move(row.review_id);
    if (row) last.current = row.review_id;
    return row;
  };
  /** The row that `j` and `k` start from. It may have been scrolled out of the page, or not be in it yet. */
  const from = (): string | null => {
    const lost = document.activeElement === document.body && indexOf(last.current) >= 0;
    return rowFocus.current.wanted ?? inFocus() ?? (lost ? last.current : open);
  };
  const indexOf = (id: string | null) => rows.findIndex(({ review_id }) => review_id === id);
  const move = (by: number) => {
    const now = from();
    const to = now === null ? 0 : indexOf(now) + by;
    return focus(to);
  };
  const extend = (by: number) => {
    const now = from();
    if (now !== null) pick(now, true);
    const row = move(by);
    if (row) pick(row.review_id, true);
  };
  const inRow = () => inFocus() !== null;
  const hidden = (keys: string, by: number): Binding => ({
    keys: [keys],
    words: by > 0 ? 'Next case' : 'Case before',
    hidden: true,
    when: inRow,
    run: () => void move(by),
  });
  useKeys('This queue', [
    { keys: ['j'], words: 'Next case', run: () => void move(1) },
    { keys: ['k'], words: 'Case before', run: () => void move(-1) },
    hidden('ArrowDown', 1),
    hidden('ArrowUp', -1),
    { keys: ['Home'], words: 'First case', when: inRow, run: () => void focus(0) },
    { keys: ['End'], words: 'Last case loaded', when: inRow, run: () => void focus(rows.length - 1) },
    { keys: ['o'], words: 'Open the case', when: inRow, run: () => openCase(inFocus()) },
    {
      keys: ['Escape'],
      words: 'Back to the list',
      when: () => open !== null && !inRow(),
      run: () => {
        const was = open!;
        if (isPhone()) openCase(null);
        requestAnimationFrame(() => rowFocus.current.move(was));
      },
    },
    {
      keys: [' '],
      words: 'Select the case',
      when: () => mayPick && inRow(),
      run: () => pick(inFocus()!),
    },
    { keys: ['Shift+j'], words: 'Select down', when: () => mayPick, run: () => extend(1) },
    { keys: ['Shift+k'], words: 'Select up', when: () => mayPick, run: () => extend(-1) },
    { keys: ['n'], words: 'Show what is new', when: () => fresh > 0, run: showFresh },
  ]);
}
