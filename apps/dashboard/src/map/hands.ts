/** Whether a person has moved the map. What the page moves by itself, in `off`, does not count. */
export function openHands() {
  let moved = false;
  let off = false;
  return {
    moved: () => moved,
    /** The map has moved. */
    feel() {
      moved ||= !off;
    },
    off(act: () => void) {
      off = true;
      act();
      off = false;
    },
  };
}
