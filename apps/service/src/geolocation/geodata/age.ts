/** From this age on, the operator is told; nothing else changes. */
export const OLD_DAYS = 60;
/** From this age on, conclusions from an address are believed a little less. */
export const STALE_DAYS = 180;

const DAY_MS = 86_400_000;

/**
 * Whole days from a date of data to an instant; never negative. `2017` and `2017-06` mean the last day of
 * that period: the data are at least this old. Null when the date is unknown.
 */
export function ageDays(date: string | null, now_ms: number): number | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?/.exec(date ?? '') ?? [];
  if (year === undefined) return null;
  const end_ms =
    day !== undefined
      ? Date.UTC(Number(year), Number(month) - 1, Number(day))
      : Date.UTC(Number(year), month === undefined ? 12 : Number(month), 0);
  return Math.max(0, Math.floor((now_ms - end_ms) / DAY_MS));
}

/** Age in days of every data set, by name; null when its date is unknown. */
export const dataAge = (
  dates: Record<string, string | null>,
  now_ms: number,
): Record<string, number | null> =>
  Object.fromEntries(Object.entries(dates).map(([name, date]) => [name, ageDays(date, now_ms)]));
