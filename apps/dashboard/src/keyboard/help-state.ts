import { useWatched, watched } from '../api/watched.ts';

const open = watched(false);

export const openKeys = (): void => open.set(true);
export const closeKeys = (): void => open.set(false);
export const useKeysOpen = (): boolean => useWatched(open);
