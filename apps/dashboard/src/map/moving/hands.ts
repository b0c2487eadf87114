/** What a person does in the box of a map comes as one of these, and what the page does there does not. */
const SIGNS = ['pointerdown', 'wheel', 'keydown', 'focusin'] as const;

/**
 * Whether a person has turned to the map. Moves of the map are no sign of it: the page moves it too, and someone who
 * draws, or holds a button down, does not.
 */
export function openHands() {
  let on = false;
  const turned = () => {
    on = true;
  };
  return {
    on: () => on,
    /** A person uses the map without an event in its box. */
    turned,
    /** Until the function returned is called. */
    watch(box: EventTarget): () => void {
      for (const sign of SIGNS) box.addEventListener(sign, turned, { capture: true, passive: true });
      return () => {
        for (const sign of SIGNS) box.removeEventListener(sign, turned, { capture: true });
      };
    },
  };
}
