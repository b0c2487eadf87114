import { queryClient } from '../../api/query-client.ts';
import { envPath, type Place } from '../../app/place.ts';
import { useLive } from '../../live/use-live.ts';
import { usePace } from '../../live/use-pace.ts';
import { caseKey, refresh } from './queries.ts';

/** A list of many pages takes long to read: while a team works on it, it would be read all the time. */
const restMs = (took_ms: number): number => Math.max(3_000, 2 * took_ms);

/** Reads again what others changed: the open case at once, and the list after a rest. */
export function useNews(place: Place, open: string | null, reading: boolean): void {
  const again = usePace(envPath(place), reading, () => refresh(place), restMs);
  useLive(['review', 'claim', 'held'], () => {
    if (open) void queryClient.invalidateQueries({ queryKey: caseKey(place, open) });
    again();
  });
}
