import { useWatched, watched } from './watched.ts';

/** Since when no answer has come, in milliseconds of the epoch; null while the service answers. */
const lostSince = watched<number | null>(null);

export const reached = (): void => lostSince.set(null);
export const unreachable = (): void => lostSince.set(lostSince.get() ?? Date.now());
export const useLostSince = (): number | null => useWatched(lostSince);
