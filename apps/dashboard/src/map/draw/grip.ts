import type L from 'leaflet';

export interface Grip {
  hold(): void;
  free(): void;
}

/** Keeps a map still while something on it is dragged. A map that a finger does not drag stays such a one. */
export function gripOf({ dragging }: L.Map): Grip {
  let held = false;
  return {
    hold() {
      if (!dragging.enabled()) return;
      held = true;
      dragging.disable();
    },
    free() {
      if (held) dragging.enable();
      held = false;
    },
  };
}
