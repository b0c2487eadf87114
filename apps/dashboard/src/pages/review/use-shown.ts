import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { shownRows } from './groups.ts';
import type { Row } from './queries.ts';

/** A list at its top that was left alone for so long takes new rows by itself. */
const REST_MS = 30_000;

/**
 * The rows that stand in the list. What comes later waits behind the pill, unless the list rests at its top.
 * `of`: which list it is; another one begins anew. `pages`: rows that were asked for are shown.
 */
export function useShown(rows: readonly Row[], of: string, pages: number, atTop: () => boolean) {
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null);
  const touchedAt = useRef(0);
  const latest = useRef(rows);
  latest.current = rows;
  const showFresh = useCallback(
    () => setKnown(new Set(latest.current.map(({ review_id }) => review_id))),
    [],
  );
  const loaded = rows.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them shows other rows.
  useEffect(() => {
    setKnown(loaded ? new Set(latest.current.map(({ review_id }) => review_id)) : null);
  }, [of, pages, loaded]);
  const { shown, fresh } = useMemo(() => shownRows(rows, known), [rows, known]);
  useEffect(() => {
    if (fresh === 0) return;
    const timer = setInterval(() => {
      if (Date.now() - touchedAt.current > REST_MS && atTop()) showFresh();
    }, 5_000);
    return () => clearInterval(timer);
  }, [fresh, atTop, showFresh]);
  const touched = useCallback(() => {
    touchedAt.current = Date.now();
  }, []);
  /** A row that comes back, such as by an undo, is no news. */
  const admit = useCallback(
    (ids: readonly string[]) => setKnown((was) => was && new Set([...was, ...ids])),
    [],
  );
  return { shown, fresh, showFresh, touched, admit };
}
