import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo } from 'react';
import { usePhone } from '../../lists/use-phone.ts';
import type { Group } from './groups.ts';
import { type GroupInView, inView, layoutOfGroups } from './in-view.ts';

const OVERSCAN = 10;
/** Before the list was measured. */
const FIRST = { width: 0, height: 900 };

interface RowsInView {
  groups: readonly GroupInView[];
  /** Of the last case in view, among all that are loaded. */
  last: number;
}

/** Moves the focus to a case, also to one that is not in the page yet. */
export interface RowFocus {
  move(review_id: string): void;
  /** The case that gets the focus as soon as it is in the page. */
  wanted: string | null;
}
export const noRowFocus = (): RowFocus => ({ move() {}, wanted: null });

/** Only cases in view are in the page. A phone scrolls the page, and a window the list. */
export function useRowsInView(
  list: RefObject<HTMLElement | null>,
  groups: readonly Group[],
  focus: RefObject<RowFocus>,
): RowsInView {
  const phone = usePhone();
  const layout = useMemo(() => layoutOfGroups(groups), [groups]);
  const options = {
    count: layout.count,
    estimateSize: layout.heightOf,
    overscan: OVERSCAN,
    initialRect: FIRST,
    // The rows are drawn in one task, and laid out in the next.
    useFlushSync: false,
  };
  const inList = useVirtualizer({ ...options, getScrollElement: () => list.current, enabled: !phone });
  const inPage = useWindowVirtualizer({
    ...options,
    scrollMargin: list.current?.offsetTop ?? 0,
    enabled: phone,
  });
  const virtual = phone ? inPage : inList;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer keeps the heights that it was told.
  useEffect(() => virtual.measure(), [layout]);
  const take = () => {
    const { wanted } = focus.current;
    const link = wanted && list.current?.querySelector<HTMLElement>(`[data-case-row="${wanted}"]`);
    if (!link) return false;
    focus.current.wanted = null;
    link.focus({ preventScroll: true });
    link.scrollIntoView({ block: 'nearest' });
    return true;
  };
  focus.current.move = (review_id) => {
    focus.current.wanted = review_id;
    const item = layout.itemOf(review_id);
    if (!take() && item !== null) virtual.scrollToIndex(item);
  };
  // One that was not in the page gets the focus as soon as it is.
  useEffect(() => void take());
  const items = virtual.getVirtualItems();
  return inView(layout, items[0]?.index ?? 0, items.at(-1)?.index ?? -1);
}
