import type { reviewing } from '@standpoint/contract';
import { type DueTone, dueTone } from './words.ts';

type Row = reviewing.QueuedReview;
export interface Group {
  tone: DueTone | 'decided';
  title: string;
  rows: readonly Row[];
}

const TITLES: Record<DueTone, string> = { over: 'Overdue', soon: 'Due within the hour', later: 'Later' };

/** Rows in their order, under the heading that each belongs to. */
export function grouped(rows: readonly Row[], tab: reviewing.QueueTab, now: number): Group[] {
  if (tab === 'decided') return rows.length > 0 ? [{ tone: 'decided', title: 'Last seven days', rows }] : [];
  return (['over', 'soon', 'later'] as const)
    .map((tone) => ({
      tone,
      title: TITLES[tone],
      rows: rows.filter(({ due_at }) => dueTone(due_at, now) === tone),
    }))
    .filter((group) => group.rows.length > 0);
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
