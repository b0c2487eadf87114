import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read } from '../api/client.ts';
import { envPath, usePlace } from '../app/place.ts';

/** The record of this page’s id. `path` is below the environment’s path of the API. */
export function useRecord<R>(path: (id: string) => string) {
  const place = usePlace();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useQuery({
    queryKey: [path(id), place],
    queryFn: ({ signal }) => read<R>(`${envPath(place)}${path(encodeURIComponent(id))}`, undefined, signal),
  });
  return { ...query, id, place };
}
