import type { Me, Preferences, Role } from '@standpoint/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { read, write } from './client.ts';
import { queryClient } from './query-client.ts';
import { sessionHasBegun } from './session-end.ts';

export const ME = ['me'] as const;

export const meQuery = queryOptions({
  queryKey: ME,
  queryFn: async ({ signal }) => {
    const me = await read<Me>('/me', undefined, signal);
    sessionHasBegun();
    return me;
  },
  staleTime: 60_000,
});

/** The signed-in person. Only below the shell, which waits for it. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error('no person: this component stands outside the shell');
  return data;
}

/** The person's role in an organization; null for a stranger to it. */
export const roleIn = (me: Me, org: string): Role | null =>
  me.memberships.find((membership) => membership.org === org)?.role ?? null;

/** Shown at once, and taken back when the service refuses. */
export async function changePreferences(preferences: Preferences): Promise<void> {
  const before = queryClient.getQueryData<Me>(ME);
  if (before)
    queryClient.setQueryData<Me>(ME, { ...before, preferences: { ...before.preferences, ...preferences } });
  try {
    queryClient.setQueryData(ME, await write<Me>('PATCH', '/me', { preferences }));
  } catch (error) {
    queryClient.setQueryData(ME, before);
    throw error;
  }
}
