import type { MantineColorSchemeManager } from '@mantine/core';

/**
 * Our attribute decides how everything looks (`appearance.ts`), and Mantine only reads it: two that both write would
 * fight.
 */
const schemeNow = (): 'light' | 'dark' =>
  document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light';

let observer: MutationObserver | undefined;

export const colorSchemeManager: MantineColorSchemeManager = {
  get: schemeNow,
  set: () => undefined,
  clear: () => undefined,
  subscribe(onUpdate) {
    let last = schemeNow();
    // Mantine sets the attribute again when it is told, which is a mutation too.
    observer = new MutationObserver(() => {
      if (schemeNow() === last) return;
      last = schemeNow();
      onUpdate(last);
    });
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
  },
  unsubscribe() {
    observer?.disconnect();
  },
};
