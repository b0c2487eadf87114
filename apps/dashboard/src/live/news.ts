import type { LiveKind, News } from '@standpoint/contract';
import { useWatched, watched } from '../api/watched.ts';

export type Told = readonly News[] | 'all';

interface Listener {
  kinds: readonly LiveKind[];
  hear(news: Told): void;
}

/** A page that shows what was read a moment ago hears what has happened since. */
const REMEMBER_MS = 15_000;
const REMEMBER_MOST = 200;
const TOLD_ONCE: ReadonlySet<LiveKind> = new Set(['claim', 'held']);

const listeners = new Set<Listener>();
let recent: readonly { news: News; at: number }[] = [];
let lostOnce = false;

/** `since`: when the stream was there last, in milliseconds of the epoch; null while it is there. */
interface LiveState {
  live: boolean;
  since: number | null;
}
const state = watched<LiveState>({ live: false, since: null });
export const useLiveState = (): LiveState => useWatched(state);

/** Calls `hear` with the news of these kinds until the returned function is called. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  const since = Date.now() - REMEMBER_MS;
  const missed = recent.filter(({ at }) => at > since).map(({ news }) => news);
  const own = ofKinds(missed, listener.kinds);
  if (own.length > 0) queueMicrotask(() => listeners.has(listener) && listener.hear(own));
  return () => listeners.delete(listener);
}

const ofKinds = (news: readonly News[], kinds: readonly LiveKind[]): readonly News[] =>
  news.filter(({ kind }) => kinds.includes(kind));

export function tell(news: Told): void {
  if (news !== 'all') {
    const at = Date.now();
    recent = [...recent, ...news.map((each) => ({ news: each, at }))].slice(-REMEMBER_MOST);
  }
  for (const { kinds, hear } of [...listeners]) {
    const own = news === 'all' ? news : ofKinds(news, kinds);
    if (own.length > 0) hear(own);
  }
}

export function tellState(live: boolean): void {
  const before = state.get();
  if (live === before.live) return;
  state.set({ live, since: live ? null : Date.now() });
  if (!live) lostOnce = true;
  // What is no event is told once: every part that shows such looks again.
  else if (lostOnce)
    for (const { kinds, hear } of [...listeners]) if (kinds.some((kind) => TOLD_ONCE.has(kind))) hear('all');
}

/** Another environment: nothing of the one before is told there. */
export function forgetNews(): void {
  recent = [];
  lostOnce = false;
  state.set({ live: false, since: null });
}
