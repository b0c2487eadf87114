import { type RefObject, useEffect, useRef } from 'react';
import { useKeys } from '../keyboard/use-keys.ts';
import { takeLastRow } from './last-row.ts';

/** Where j or k leads from a row; null stays. Without a row in focus, both begin at the first one in view. */
function nextRow(now: number | null, by: number, count: number, first: number): number | null {
  if (count === 0) return null;
  if (now === null) return Math.min(first, count - 1);
  const next = Math.min(Math.max(now + by, 0), count - 1);
  return next === now ? null : next;
}

const linkOf = (body: HTMLElement | null, index: number) =>
  body?.querySelector<HTMLElement>(`tr[data-index="${index}"] [data-row-link]`);

function indexInFocus(body: HTMLElement | null): number | null {
  const row = document.activeElement?.closest('tr[data-index]');
  return row && body?.contains(row) ? Number((row as HTMLElement).dataset.index) : null;
}

function firstInView(body: HTMLElement | null): number {
  const rows = [...(body?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])];
  const row = rows.find((each) => each.getBoundingClientRect().top >= 0);
  return Number(row?.dataset.index ?? 0);
}

/** Moves the focus to the link of a row, also of one that is not in the page yet. */
function useRowFocus(body: RefObject<HTMLElement | null>, scrollTo: (index: number) => void) {
  const wanted = useRef<number | null>(null);
  const rowInFocus = () => indexInFocus(body.current);
  const go = (index: number | null) => {
    if (index === null) return;
    scrollTo(index);
    wanted.current = index;
    linkOf(body.current, index)?.focus();
  };
  useEffect(() => {
    if (document.activeElement === document.body) takeLastRow(body.current)?.focus();
  });
  // A row that was not in the page is focused as soon as it is.
  useEffect(() => {
    const index = wanted.current;
    if (index === null || rowInFocus() === index) return;
    const link = linkOf(body.current, index);
    if (!link) return;
    wanted.current = null;
    link.focus();
  });
  return { rowInFocus, go };
}

/** Moves the focus over the links of the rows: Enter, ⌘Enter and Shift then do what they do on every link. */
export function useRowKeys(
  body: RefObject<HTMLElement | null>,
  scrollTo: (index: number) => void,
  count: number,
): void {
  const { rowInFocus, go } = useRowFocus(body, scrollTo);
  const inRow = () => rowInFocus() !== null;
  const move = (by: number) => go(nextRow(rowInFocus(), by, count, firstInView(body.current)));
  useKeys('This list', [
    { keys: ['j'], words: 'Next row', run: () => move(1) },
    { keys: ['k'], words: 'Row before', run: () => move(-1) },
    { keys: ['o'], words: 'Open', when: inRow, run: () => (document.activeElement as HTMLElement).click() },
    { keys: ['Home'], words: 'First row', when: inRow, run: () => go(0) },
    { keys: ['End'], words: 'Last row loaded', when: inRow, run: () => go(count - 1) },
    { keys: ['ArrowDown'], words: 'Next row', hidden: true, when: inRow, run: () => move(1) },
    { keys: ['ArrowUp'], words: 'Row before', hidden: true, when: inRow, run: () => move(-1) },
  ]);
}
