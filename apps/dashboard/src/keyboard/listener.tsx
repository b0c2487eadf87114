import { useEffect } from 'react';
import { type Binding, SECOND_KEY_MS, step } from './match.ts';
import { openPalette } from './palette-state.ts';
import { keyGroups } from './use-keys.ts';

const FIELD = 'input, textarea, select, [contenteditable], [role="textbox"], [role="combobox"]';

/** A key that types text. */
const isTyped = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(FIELD) !== null;
const inDialog = (): boolean => document.querySelector('[aria-modal="true"], [role="dialog"]') !== null;

/** Hears every key, and does what the page has for it. `letters`: single letters are on. */
export function KeyListener({ letters }: { letters: boolean }) {
  useEffect(() => {
    let before: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (key: string | null) => {
      clearTimeout(timer);
      before = key;
      if (key) timer = setTimeout(() => wait(null), SECOND_KEY_MS);
    };
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        return openPalette();
      }
      // Escape in a field of the page leaves the field, and nothing else.
      if (isTyped(event.target) || inDialog()) return wait(null);
      const bindings: Binding[] = keyGroups().flatMap((group) => group.bindings);
      const found = step(before, event, bindings, letters);
      wait(found.waits);
      if (!found.run) return;
      // The space bar and the arrows scroll the page, and a letter may find a link.
      if (event.key.length === 1 || event.key.startsWith('Arrow')) event.preventDefault();
      found.run.run();
    };
    document.addEventListener('keydown', hear);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', hear);
    };
  }, [letters]);
  return null;
}
