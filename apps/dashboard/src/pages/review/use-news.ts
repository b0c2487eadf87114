import { useEffect, useRef } from 'react';
import { queryClient } from '../../api/query-client.ts';
import type { Place } from '../../app/place.ts';
import { useLive } from '../../live/use-live.ts';
import { caseKey, refresh } from './queries.ts';

/**
 * Reads again what others changed. While the list is being read, it is read once more afterwards: where a thousand
 * cases are loaded and a team works on them, each piece of news would begin it anew, and it would never end.
 */
export function useNews(place: Place, open: string | null, reading: boolean): void {
  const late = useRef(false);
  useLive(['review', 'claim'], () => {
    if (!reading) return refresh(place, open ?? undefined);
    late.current = true;
    if (open) void queryClient.invalidateQueries({ queryKey: caseKey(place, open) });
  });
  useEffect(() => {
    if (reading || !late.current) return;
    late.current = false;
    refresh(place);
  }, [reading, place]);
}
