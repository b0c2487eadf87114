import { useWatched, watched } from './watched.ts';

/** Since when no answer has come, in milliseconds of the epoch; null while the service answers. */
const lost = watched<number | null>(null);

export const reached = (): void => lost.set(null);
export const unreachable = (): void => lost.set(lost.get() ?? Date.now());
export const useLostSince = (): number | null => useWatched(lost);
