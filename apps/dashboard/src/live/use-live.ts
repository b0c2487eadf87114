import type { LiveKind } from '@standpoint/contract';
import { useEffect, useRef } from 'react';
import { listen, type Told } from './news.ts';

/**
 * Calls `onNews` when something of these kinds happened in the organization and environment of this page: with what it
 * was, or with `all` when too much was missed to say. The news name ids alone; read what you show.
 */
export function useLive(kinds: readonly LiveKind[], onNews: (news: Told) => void): void {
  const latest = useRef(onNews);
  latest.current = onNews;
  const wanted = kinds.join(' ');
  useEffect(
    () => listen({ kinds: wanted.split(' ') as LiveKind[], hear: (news) => latest.current(news) }),
    [wanted],
  );
}
