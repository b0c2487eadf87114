import { useSyncExternalStore } from 'react';

let query: MediaQueryList | undefined;
/** Asked once: a list has rows by the ten thousand. As in the style sheets. */
const phoneWidth = (): MediaQueryList => {
  query ??= matchMedia('(max-width: 720px)');
  return query;
};
export const isPhone = (): boolean => phoneWidth().matches;

function watchWidth(changed: () => void): () => void {
  phoneWidth().addEventListener('change', changed);
  return () => phoneWidth().removeEventListener('change', changed);
}

/** Whether the page is as narrow as a phone: one column, and rows for fingers. */
export const usePhone = (): boolean => useSyncExternalStore(watchWidth, isPhone);
