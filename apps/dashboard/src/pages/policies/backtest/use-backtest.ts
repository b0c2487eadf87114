import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { write } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Place } from '../../../app/place.ts';
import {
  type Backtest,
  backtestQuery,
  backtestsPath,
  lastBacktestQuery,
  type PolicyDraft,
} from '../queries.ts';

export interface LiveBacktest {
  /** The one that is shown: it may belong to an earlier content of the draft. */
  test: Backtest | null;
  /** Whether it belongs to exactly what is stored now. */
  fits: boolean;
  /** The time that the next run covers. */
  period: Period;
  error: Error | null;
  starting: boolean;
  run(period?: Period): void;
  cancel(): void;
}

interface Wanted {
  place: Place;
  id: string;
  draft: PolicyDraft;
  /** Nothing waits to be saved, and the draft could be published. */
  ready: boolean;
  /** Runs by itself when the draft changes; false for those who may only read, and before a first change. */
  live: boolean;
}

/** The last days, or a time from its first moment to before its last. */
export type Period = { days: number } | { from: string; to: string };
export const DAYS = [1, 7, 30, 90] as const;

/** The back-test that is shown: the one that was begun here, else the newest, best of what is stored now. */
function useShownTest({ place, id, draft }: Pick<Wanted, 'place' | 'id' | 'draft'>, started: string | null) {
  const last = useQuery(lastBacktestQuery(place, id));
  const earlier = last.data?.backtests ?? [];
  const newest =
    earlier.find(({ digest, state }) => digest === draft.digest && state === 'done') ?? earlier[0];
  const shown = started ?? newest?.backtest_id ?? null;
  const { data } = useQuery({ ...backtestQuery(place, id, shown ?? ''), enabled: shown !== null });
  return { test: data ?? (started ? null : (newest ?? null)), known: last.isSuccess };
}

/** The back-test of what is stored: begun anew whenever the stored draft is another one. */
export function useBacktest({ place, id, draft, ready, live }: Wanted): LiveBacktest {
  const [period, setPeriod] = useState<Period>({ days: 7 });
  const [started, setStarted] = useState<string | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [starting, setStarting] = useState(false);
  const { test, known } = useShownTest({ place, id, draft }, started);
  const fits = test?.digest === draft.digest;
  const begun = useRef<string | null>(null);
  const run = async (wanted = period) => {
    begun.current = `${draft.digest} ${place.env}`;
    setPeriod(wanted);
    setStarting(true);
    setError(null);
    try {
      const made = await write<Backtest>('POST', backtestsPath(place, id), {
        revision: draft.revision,
        ...wanted,
      });
      queryClient.setQueryData(backtestQuery(place, id, made.backtest_id).queryKey, made);
      setStarted(made.backtest_id);
    } catch (problem) {
      setError(problem as Error);
    }
    setStarting(false);
  };
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!live || !ready || !known || fits || begun.current === `${draft.digest} ${place.env}`) return;
    void latest.current();
  }, [live, ready, known, fits, draft.digest, place.env]);
  const cancel = () => {
    if (!test) return;
    void write<Backtest>('POST', `${backtestsPath(place, id)}/${test.backtest_id}/cancel`, {}).then(
      (ended) => queryClient.setQueryData(backtestQuery(place, id, ended.backtest_id).queryKey, ended),
      setError,
    );
  };
  return { test, fits, period, error, starting, run: (wanted) => void run(wanted), cancel };
}
