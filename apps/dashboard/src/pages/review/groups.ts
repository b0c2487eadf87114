import type { reviewing } from '@standpoint/contract';
import { type DueTone, dueTone } from './words.ts';

type Row = reviewing.QueuedReview;
export interface Group {
  tone: DueTone | 'decided';
  title: string;
  rows: readonly Row[];
  /** Of all its cases, loaded or not; null where that is not known. */
  total: number | null;
}

const TITLES: Record<DueTone, string> = { over: 'Overdue', soon: 'Due within the hour', later: 'Later' };

/**
 * Rows in their order, under the heading that each belongs to. `rest`: cases that are not loaded, where that is known;
 * null when there are some, and how many is not known. All of them come after the last row.
 */
export function grouped(
  rows: readonly Row[],
  tab: reviewing.QueueTab,
  now: number,
  rest: Readonly<Partial<Record<Group['tone'], number>>> | null = {},
): Group[] {
  const groups: Omit<Group, 'total'>[] =
    tab === 'decided'
      ? [{ tone: 'decided', title: 'Last seven days', rows }]
      : (['over', 'soon', 'later'] as const).map((tone) => ({
          tone,
          title: TITLES[tone],
          rows: rows.filter(({ due_at }) => dueTone(due_at, now) === tone),
        }));
  const filled = groups.filter((group) => group.rows.length > 0);
  return filled.map((group) => ({
    ...group,
    total: rest
      ? group.rows.length + (rest[group.tone] ?? 0)
      : group === filled.at(-1)
        ? null
        : group.rows.length,
  }));
}

/** How many cases of each heading are not loaded: what the service counted, without what the list shows. */
export function restOf(
  tab: reviewing.QueueTab,
  filtered: boolean,
  counts: reviewing.QueueCounts | undefined,
  rows: readonly Row[],
  now: number,
): Partial<Record<Group['tone'], number>> | null {
  if (!counts || filtered || (tab !== 'open' && tab !== 'decided')) return null;
  const left = (all: number, tone: DueTone) =>
    Math.max(0, all - rows.filter(({ due_at }) => dueTone(due_at, now) === tone).length);
  if (tab === 'decided') return { decided: Math.max(0, counts.decided - rows.length) };
  return {
    over: left(counts.overdue, 'over'),
    soon: left(counts.due_soon, 'soon'),
    later: left(counts.later, 'later'),
  };
}

/** The row after one that leaves: the one below it, else the one above it. */
export function afterRow(rows: readonly Row[], review_id: string): Row | null {
  const at = rows.findIndex((row) => row.review_id === review_id);
  if (at < 0) return rows[0] ?? null;
  return rows[at + 1] ?? rows[at - 1] ?? null;
}

/** The rows that come next, to be loaded before they are asked for. */
export function nextRows(rows: readonly Row[], review_id: string | null, count: number): Row[] {
  const at = rows.findIndex((row) => row.review_id === review_id);
  return rows.slice(at + 1, at + 1 + count);
}

/**
 * Rows that are shown: an order never changes under the pointer, so what came later waits until it is asked for.
 * `known`: null shows everything.
 */
export function shownRows(rows: readonly Row[], known: ReadonlySet<string> | null) {
  if (!known) return { shown: rows, fresh: 0 };
  const shown = rows.filter(({ review_id }) => known.has(review_id));
  return { shown, fresh: rows.length - shown.length };
}
