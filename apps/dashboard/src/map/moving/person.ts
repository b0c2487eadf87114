/** Events that a person causes in the box of a map. The page moves the map without them. */
const SIGNS = ['pointerdown', 'wheel', 'keydown', 'focusin'] as const;

/**
 * Whether a person has begun to use a map. A move of the map does not tell: the page moves it too, and a person who
 * draws on it does not.
 */
export function openPerson() {
  let begun = false;
  const begin = () => {
    begun = true;
  };
  return {
    hasBegun: () => begun,
    /** For what a person does outside of the box. */
    begin,
    /** Until the function returned is called. */
    watch(box: EventTarget): () => void {
      for (const sign of SIGNS) box.addEventListener(sign, begin, { capture: true, passive: true });
      return () => {
        for (const sign of SIGNS) box.removeEventListener(sign, begin, { capture: true });
      };
    },
  };
}
