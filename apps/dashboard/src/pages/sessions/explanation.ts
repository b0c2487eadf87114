import type { frames } from '@standpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import { envPath, type Place } from '../../app/place.ts';

export const explanationKey = (place: Place, session_id: string) =>
  ['session-explanation', place, session_id] as const;

/** What the checks of a session compared; nothing is asked without an id. */
export const useSessionExplanation = (place: Place, session_id: string | null) =>
  useQuery({
    queryKey: explanationKey(place, session_id ?? ''),
    queryFn: ({ signal }) =>
      read<frames.SessionExplanation>(
        `${envPath(place)}/sessions/${session_id}/explanation`,
        undefined,
        signal,
      ),
    enabled: session_id !== null,
    staleTime: 60_000,
  });
