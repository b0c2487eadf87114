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

/** Moves the focus over the links of the rows: Enter, ⌘Enter and Shift then do what they do on every link. */
export function useRowKeys(
  body: RefObject<HTMLElement | null>,
  scrollTo: (index: number) => void,
  count: number,
): void {
  const wanted = useRef<number | null>(null);
  const rowInFocus = (): number | null => {
    const row = document.activeElement?.closest('tr[data-index]');
    return row && body.current?.contains(row) ? Number((row as HTMLElement).dataset.index) : null;
  };
  const firstInView = (): number => {
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])];
    const row = rows.find((each) => each.getBoundingClientRect().top >= 0);
    return Number(row?.dataset.index ?? 0);
  };
  const go = (index: number | null) => {
    if (index === null) return;
    scrollTo(index);
    wanted.current = index;
    linkOf(body.current, index)?.focus();
  };
  const move = (by: number) => go(nextRow(rowInFocus(), by, count, firstInView()));
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
  useKeys('This list', [
    { keys: ['j'], words: 'Next row', run: () => move(1) },
    { keys: ['k'], words: 'Row before', run: () => move(-1) },
    { keys: ['o'], words: 'Open', run: () => (document.activeElement as HTMLElement | null)?.click() },
    { keys: ['Home'], words: 'First row', when: () => rowInFocus() !== null, run: () => go(0) },
    { keys: ['End'], words: 'Last row loaded', when: () => rowInFocus() !== null, run: () => go(count - 1) },
    {
      keys: ['ArrowDown'],
      words: 'Next row',
      hidden: true,
      when: () => rowInFocus() !== null,
      run: () => move(1),
    },
    {
      keys: ['ArrowUp'],
      words: 'Row before',
      hidden: true,
      when: () => rowInFocus() !== null,
      run: () => move(-1),
    },
  ]);
}
