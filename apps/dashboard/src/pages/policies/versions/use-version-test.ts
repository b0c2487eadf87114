import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWrite } from '../../../api/use-write.ts';
import type { Place } from '../../../app/place.ts';
import { type Backtest, backtestQuery, backtestsPath, versionBacktestsQuery } from '../queries.ts';

export interface VersionTest {
  /**
   * The newest that ended, where there is one that says enough, or the one that was begun here; null when there is
   * none, undefined while the list is not known.
   */
  test: Backtest | null | undefined;
  starting: boolean;
  error: Error | null;
  run(): void;
}

const DAYS = 7;

/** The back-test of exactly what a version holds, against the decisions of now. */
export function useVersionTest(place: Place, id: string, version: number): VersionTest {
  const [started, setStarted] = useState<Backtest | null>(null);
  const known = useQuery(versionBacktestsQuery(place, id, version));
  const begun = useQuery({
    ...backtestQuery(place, id, started?.backtest_id ?? ''),
    enabled: started !== null,
  });
  const start = useWrite<Backtest>({
    method: 'POST',
    path: backtestsPath(place, id),
    body: () => ({ version, days: DAYS }),
  });
  const ended = known.data?.backtests.filter(({ state }) => state === 'done');
  const newest = ended && (ended.find(({ lacks }) => lacks === null) ?? ended[0] ?? null);
  return {
    test: begun.data ?? started ?? newest,
    starting: start.isPending,
    error: start.error ?? begun.error ?? known.error,
    run: () => start.mutate(undefined, { onSuccess: setStarted }),
  };
}
