import type { explained } from '@standpoint/contract';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import { envPath, type Place } from '../../app/place.ts';

/** What the checks of a verification compared. */
export const explanationQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: ['explanation', place, id],
    queryFn: ({ signal }) =>
      read<explained.VerificationExplanation>(
        `${envPath(place)}/verifications/${id}/explanation`,
        undefined,
        signal,
      ),
  });
