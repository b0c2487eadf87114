import type { sandbox } from '@standpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { read } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';

export type MadeUp = sandbox.MadeUpPeople;
export type Filling = sandbox.Filling;

const WATCH_MS = 1_000;

export const madeUpPath = (org: string): string => `/${org}/sandbox/made-up-people`;
export const madeUpKey = (org: string) => ['made-up-people', org] as const;

/** What could be made, and how far it is. Where it ends, everything that is shown is read anew. */
export function useMadeUp(org: string, enabled: boolean) {
  const query = useQuery({
    queryKey: madeUpKey(org),
    queryFn: ({ signal }) => read<MadeUp>(madeUpPath(org), undefined, signal),
    enabled,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.filling?.state === 'running' ? WATCH_MS : false),
  });
  const state = query.data?.filling?.state;
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'running' && state !== 'running') void queryClient.invalidateQueries();
    before.current = state;
  }, [state]);
  return query;
}
