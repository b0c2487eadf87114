import type { AnswerOf, reviewing } from '@standpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';
import { envPath, usePlace } from '../app/place.ts';
import { useLive } from '../live/use-live.ts';
import { usePace } from '../live/use-pace.ts';
import styles from './navigation.module.css';

/** Where no stream comes through, it is asked for so often. */
const AGAIN_MS = 60_000;
/** However much happens, a slow service is asked less often. */
const restMs = (took_ms: number): number => 2 * took_ms;

/** How many reviews wait, beside the page’s name; nothing when none does. */
export function ReviewCount() {
  const place = usePlace();
  const { data, refetch, isFetching } = useQuery({
    queryKey: ['reviews', place, 'count'],
    queryFn: ({ signal }) =>
      read<AnswerOf<typeof reviewing.readCount>>(`${envPath(place)}/reviews/count`, undefined, signal),
    refetchInterval: AGAIN_MS,
  });
  const again = usePace(envPath(place), isFetching, () => refetch({ cancelRefetch: false }), restMs);
  // A claim changes no count.
  useLive(['review', 'held'], again);
  if (!data?.open) return null;
  const late = data.overdue > 0 && `, ${data.overdue} overdue`;
  return (
    <>
      <span className={styles.count} data-late={late ? true : undefined} aria-hidden="true">
        {data.open}
      </span>
      <span className="unseen">
        {' '}
        {data.open} open{late}
      </span>
    </>
  );
}
