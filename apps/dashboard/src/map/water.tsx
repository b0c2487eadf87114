import styles from './drawing.module.css';
import type { FlatRing } from './outlines.ts';
import { linePath, ringsPath } from './paths.ts';
import type { Bounds, View } from './view.ts';

interface WaterProps {
  view: View;
  box: Bounds;
  land: readonly FlatRing[];
  /** Whether the coast is a line of its own. */
  coast: boolean;
  /** Whether what lies below is still seen: a place that reaches into the sea. */
  veil?: boolean;
}

/**
 * The sea, over countries whose lines end where their waters end: without it they look like boxes. Everything that is
 * seen, less the land.
 */
export function Water({ view, box, land, coast, veil }: WaterProps) {
  if (land.length === 0) return null;
  const [left, top, right, bottom] = box;
  const all = linePath([left, top, right, top, right, bottom, left, bottom], view, true);
  return (
    <path
      className={styles.water}
      data-coast={coast || undefined}
      data-veil={veil || undefined}
      d={`${all}${ringsPath(land, view, box)}`}
    />
  );
}
