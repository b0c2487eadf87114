import type { reviewing } from '@standpoint/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { readFilters, unreadFilters } from '../../lists/filters.ts';
import { ADDRESS, FILTERS } from './address-fields.ts';
import type { Filters } from './queries.ts';

type Tab = reviewing.QueueTab;
type Search = Readonly<Record<string, string | undefined>>;

/** Which cases are listed and which one is open: all of it stands in the address. */
export function useQueueSearch() {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  const change = (next: Search) =>
    void navigate({ to: '.', search: ((was: Search) => ({ ...was, ...next })) as never });
  const read = readFilters(ADDRESS, search);
  const filters = useMemo(() => readFilters(FILTERS, search), [search]);
  return {
    tab: (read.tab ?? 'open') as Tab,
    filters,
    filter: (to: Filters) => change({ area: undefined, reason: undefined, overdue: undefined, ...to }),
    unread: unreadFilters(ADDRESS, search),
    clearUnread: () => void navigate({ to: '.', search: read as never, replace: true }),
    open: search.case ?? null,
    openCase: (id: string | null) => change({ case: id ?? undefined }),
  };
}
export type QueueSearch = ReturnType<typeof useQueueSearch>;
