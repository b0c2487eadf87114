import type { AnswerOf, project } from '@standpoint/contract';
import { SEE_BUILD } from '@standpoint/contract/dashboard/role-sets';
import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';
import { roleIn, useMe } from '../api/me.ts';
import { orgPath, type Place } from './place.ts';

/**
 * The address that backends call in an environment. Roles that may not read the project get a variable in its place:
 * the command then says what is missing.
 */
export function useBaseAddress(place: Place): string {
  const role = roleIn(useMe(), place.org);
  const { data } = useQuery({
    enabled: role !== null && SEE_BUILD.includes(role),
    queryKey: ['project', place.org],
    queryFn: ({ signal }) =>
      read<AnswerOf<typeof project.readProject>>(`${orgPath(place)}/project`, undefined, signal),
    retry: false,
    staleTime: 300_000,
  });
  if (place.env === 'production') return data?.base_url ?? location.origin;
  return data?.sandbox_base_url ?? '$STANDPOINT_SANDBOX_URL';
}
