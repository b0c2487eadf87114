import type { Group } from './groups.ts';

/** As in the style sheet. */
export const CASE_PX = 60;
const HEADING_PX = 32;

/** Headings and cases as one list of items: what a virtual list counts. */
interface ListLayout {
  groups: readonly Group[];
  /** The item of each heading; its cases follow it. */
  starts: readonly number[];
  count: number;
  heightOf(item: number): number;
  /** Null where the case is not in the list. */
  itemOf(review_id: string): number | null;
}

export interface GroupInView {
  group: Group;
  /** Cases in all groups before this one. */
  before: number;
  /** Cases of the group that are in the page: from the first up to, and without, the end. */
  first: number;
  end: number;
}

export function layoutOfGroups(groups: readonly Group[]): ListLayout {
  const starts: number[] = [];
  const items = new Map<string, number>();
  let count = 0;
  for (const { rows } of groups) {
    starts.push(count);
    count += 1;
    for (const { review_id } of rows) items.set(review_id, count++);
  }
  return {
    groups,
    starts,
    count,
    heightOf: (item) => (starts.includes(item) ? HEADING_PX : CASE_PX),
    itemOf: (review_id) => items.get(review_id) ?? null,
  };
}

/**
 * Which cases of which group stand between two items. Every heading stays in the page: people jump from one
 * to the next.
 */
export function inView({ groups, starts }: ListLayout, from: number, to: number) {
  let before = 0;
  let last = -1;
  const shown = groups.map((group, i): GroupInView => {
    const clamp = (item: number) => Math.min(Math.max(item - starts[i]! - 1, 0), group.rows.length);
    const each = { group, before, first: clamp(from), end: clamp(to + 1) };
    if (each.end > each.first) last = before + each.end - 1;
    before += group.rows.length;
    return each;
  });
  return { groups: shown, last };
}
