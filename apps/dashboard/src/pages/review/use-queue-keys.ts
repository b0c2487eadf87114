import { type RefObject, useRef } from 'react';
import { useKeys } from '../../keyboard/use-keys.ts';
import { isPhone } from '../../lists/use-phone.ts';
import type { Row } from './queries.ts';
import type { usePicked } from './use-picked.ts';
import type { RowFocus } from './use-rows-in-view.ts';
import type { QueueSearch } from './use-search.ts';
import type { useShown } from './use-shown.ts';

interface Wanted {
  list: RefObject<HTMLElement | null>;
  rowFocus: RefObject<RowFocus>;
  rows: readonly Row[];
  search: QueueSearch;
  selection: Pick<ReturnType<typeof usePicked>, 'pick'>;
  shown: Pick<ReturnType<typeof useShown>, 'fresh' | 'showFresh'>;
  /** Whether this person decides reviews. */
  may: boolean;
}

/** The case in focus, and the moves to others. */
function useRowMoves({ list, rowFocus, rows, search }: Wanted) {
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
  const indexOf = (id: string | null) => rows.findIndex(({ review_id }) => review_id === id);
  /** The row that `j` and `k` start from. It may have been scrolled out of the page, or not be in it yet. */
  const from = (): string | null => {
    const lost = document.activeElement === document.body && indexOf(last.current) >= 0;
    return rowFocus.current.wanted ?? inFocus() ?? (lost ? last.current : search.open);
  };
  const move = (by: number) => {
    const now = from();
    return focus(now === null ? 0 : indexOf(now) + by);
  };
  return { inFocus, focus, from, move };
}

/**
 * Moves over the rows, opens, selects, and shows what is new. The focus is on the links: Enter and ⌘Enter
 * are theirs.
 */
export function useQueueKeys(wanted: Wanted): void {
  const { rowFocus, rows, shown } = wanted;
  const { tab, open, openCase } = wanted.search;
  const { pick } = wanted.selection;
  const { inFocus, focus, from, move } = useRowMoves(wanted);
  const inRow = () => inFocus() !== null;
  const mayPick = wanted.may && tab !== 'decided';
  const extend = (by: number) => {
    const now = from();
    if (now !== null) pick(now, true);
    const row = move(by);
    if (row) pick(row.review_id, true);
  };
  const leave = () => {
    const was = open!;
    if (isPhone()) openCase(null);
    requestAnimationFrame(() => rowFocus.current.move(was));
  };
  const inCase = () => open !== null && !inRow();
  useKeys('This queue', [
    { keys: ['j'], words: 'Next case', run: () => void move(1) },
    { keys: ['k'], words: 'Case before', run: () => void move(-1) },
    { keys: ['ArrowDown'], words: 'Next case', hidden: true, when: inRow, run: () => void move(1) },
    { keys: ['ArrowUp'], words: 'Case before', hidden: true, when: inRow, run: () => void move(-1) },
    { keys: ['Home'], words: 'First case', when: inRow, run: () => void focus(0) },
    { keys: ['End'], words: 'Last case loaded', when: inRow, run: () => void focus(rows.length - 1) },
    { keys: ['o'], words: 'Open the case', when: inRow, run: () => openCase(inFocus()) },
    { keys: ['Escape'], words: 'Back to the list', when: inCase, run: leave },
    { keys: [' '], words: 'Select the case', when: () => mayPick && inRow(), run: () => pick(inFocus()!) },
    { keys: ['Shift+j'], words: 'Select down', when: () => mayPick, run: () => extend(1) },
    { keys: ['Shift+k'], words: 'Select up', when: () => mayPick, run: () => extend(-1) },
    { keys: ['n'], words: 'Show what is new', when: () => shown.fresh > 0, run: shown.showFresh },
  ]);
}
