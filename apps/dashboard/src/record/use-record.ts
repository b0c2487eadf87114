import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read } from '../api/client.ts';
import { envPath, usePlace } from '../app/place.ts';

/** Milliseconds between two readings of a record that is not settled, and that no news tell of. */
const UNSETTLED_MS = 5_000;

/**
 * The record of this page’s id. `path` is below the environment’s path of the API. While `unsettled` says so, the
 * record is read again and again, as long as the tab is looked at.
 */
export function useRecord<R>(path: (id: string) => string, unsettled?: (record: R) => boolean) {
  const place = usePlace();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useQuery({
    queryKey: [path(id), place],
    queryFn: ({ signal }) => read<R>(`${envPath(place)}${path(encodeURIComponent(id))}`, undefined, signal),
    refetchInterval: ({ state }) => (state.data && unsettled?.(state.data) ? UNSETTLED_MS : false),
  });
  // A reading that failed takes nothing away: the next one follows.
  const error = unsettled && query.data ? null : query.error;
  return { ...query, error, id, place };
}
