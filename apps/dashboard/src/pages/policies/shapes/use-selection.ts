import { useState } from 'react';

/** The shape under edit, and the point of it that keys move. */
export interface Selection {
  shape: number | null;
  point: number | null;
  pick(shape: number | null, point?: number | null): void;
}

export function useSelection(count: number): Selection {
  const [{ shape, point }, set] = useState<{ shape: number | null; point: number | null }>({
    shape: null,
    point: null,
  });
  const there = shape !== null && shape < count ? shape : null;
  return {
    shape: there,
    point: there === null ? null : point,
    pick: (next, at = null) => set({ shape: next, point: at }),
  };
}
