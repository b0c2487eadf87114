import type { RefObject } from 'react';
import type { Binding } from '../../keyboard/match.ts';
import { useKeys } from '../../keyboard/use-keys.ts';
import type { Row } from './queries.ts';

interface Wanted {
  list: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  open: string | null;
  /** The case, or null: back to the list. */
  openCase(review_id: string | null): void;
  pick(review_id: string, on?: boolean): void;
  mayPick: boolean;
  fresh: number;
  showFresh(): void;
  /** Asks for further rows; absent at the end. */
  more: (() => void) | undefined;
}

/** Further rows are asked for when so many are left below. */
const AHEAD = 10;

const linkOf = (list: HTMLElement | null, review_id: string) =>
  list?.querySelector<HTMLElement>(`[data-case-row="${review_id}"]`);

/** Moves over the rows, opens, selects, and shows what is new. The focus is on the links: Enter and ⌘Enter are theirs. */
export function useQueueKeys(wanted: Wanted): void {
  const { list, rows, open, openCase, pick, mayPick, fresh, showFresh, more } = wanted;
  const inFocus = (): string | null => {
    const row = document.activeElement?.closest<HTMLElement>('[data-case-row]');
    return row && list.current?.contains(row) ? (row.dataset.caseRow ?? null) : null;
  };
  const focus = (at: number) => {
    const row = rows[Math.min(Math.max(at, 0), rows.length - 1)];
    const link = row && linkOf(list.current, row.review_id);
    link?.focus();
    link?.scrollIntoView({ block: 'nearest' });
    return row;
  };
  const indexOf = (id: string | null) => rows.findIndex(({ review_id }) => review_id === id);
  const move = (by: number) => {
    const from = inFocus() ?? open;
    const to = from === null ? 0 : indexOf(from) + by;
    if (to >= rows.length - AHEAD) more?.();
    return focus(to);
  };
  const extend = (by: number) => {
    const from = inFocus() ?? open;
    if (from !== null) pick(from, true);
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
        if (matchMedia('(max-width: 720px)').matches) openCase(null);
        requestAnimationFrame(() => linkOf(list.current, was)?.focus());
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
