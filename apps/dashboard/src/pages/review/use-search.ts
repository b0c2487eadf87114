import type { reviewing } from '@standpoint/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Filters } from './queries.ts';

type Tab = reviewing.QueueTab;
interface Search extends Record<string, string | undefined> {
  case?: string;
  tab?: string;
}
const TABS: readonly string[] = ['open', 'mine', 'escalated', 'decided'];

/** Which cases are listed and which one is open: all of it stands in the address. */
export function useQueueSearch() {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  const change = (next: Search) =>
    void navigate({ to: '.', search: ((was: Search) => ({ ...was, ...next })) as never });
  return {
    tab: (TABS.includes(search.tab ?? '') ? search.tab : 'open') as Tab,
    filters: useFilters(search),
    filter: (to: Filters) => change({ area: undefined, reason: undefined, overdue: undefined, ...to }),
    open: search.case ?? null,
    openCase: (id: string | null) => change({ case: id ?? undefined }),
  };
}
export type QueueSearch = ReturnType<typeof useQueueSearch>;

function useFilters({ area, reason, overdue }: Search): Filters {
  return useMemo(
    () => ({
      ...(area && /^(geolocation|face)$/.test(area) && { area }),
      ...(reason && /^[a-z_]{1,64}$/.test(reason) && { reason }),
      ...(overdue === 'true' && { overdue }),
    }),
    [area, reason, overdue],
  );
}
