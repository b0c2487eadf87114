import { useWatched, watched } from '../api/watched.ts';

const open = watched(false);

export const openPalette = (): void => open.set(true);
export const closePalette = (): void => open.set(false);
export const usePaletteOpen = (): boolean => useWatched(open);
