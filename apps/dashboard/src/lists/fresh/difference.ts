/** Rows that are not shown yet, newest first. `hole`: between them and those that are shown there may be more. */
export interface Waiting<R> {
  fresh: readonly R[];
  hole: boolean;
}

/** More than so many are shown by reading the list anew. */
const WAITING_MAX = 200;

/** What a reading says of the rows that are shown and of those that wait. Ids sort by time. */
export function differenceOf<R>(
  shown: readonly R[],
  waiting: Waiting<R>,
  read: { rows: readonly R[]; whole: boolean },
  keyOf: (row: R) => string,
): { waiting: Waiting<R>; changed: ReadonlyMap<string, R> } {
  const known = new Map(shown.map((row) => [keyOf(row), row]));
  const newest = shown[0] && keyOf(shown[0]);
  const fresh = new Map(waiting.fresh.map((row) => [keyOf(row), row]));
  const overlaps = read.rows.some((row) => known.has(keyOf(row)) || fresh.has(keyOf(row)));
  const changed = new Map<string, R>();
  for (const row of read.rows) {
    const key = keyOf(row);
    const before = known.get(key);
    if (before) {
      if (JSON.stringify(before) !== JSON.stringify(row)) changed.set(key, row);
      // One further down that fits the filter only now comes with the next reading of the list.
    } else if (newest === undefined || key > newest) fresh.set(key, row);
  }
  const sorted = [...fresh.values()].sort(
    (a, b) => Number(keyOf(a) < keyOf(b)) - Number(keyOf(a) > keyOf(b)),
  );
  const hole =
    waiting.hole ||
    (read.whole && !overlaps && shown.length > 0 && read.rows.length > 0) ||
    sorted.length > WAITING_MAX;
  return { waiting: { fresh: sorted.slice(0, WAITING_MAX), hole }, changed };
}

/** "12 new", "50+ new". */
export const freshWords = ({ fresh, hole }: Waiting<unknown>): string =>
  `${fresh.length}${hole ? '+' : ''} new`;
