import { clipped, touch } from './clip.ts';
import type { FlatRing } from './outlines.ts';
import { type Bounds, toPixels, type View } from './view.ts';

const fixed = (pixels: number): string => pixels.toFixed(1);

/** Closed rings as the path of a drawing, cut to what is seen. */
export function ringsPath(rings: readonly FlatRing[], view: View, box: Bounds): string {
  return rings
    .filter((ring) => touch(ring.box, box))
    .map(({ points }) => linePath(clipped(points, box), view, true))
    .join('');
}

export function linePath(points: readonly number[], view: View, closed: boolean): string {
  if (points.length < 4) return '';
  let path = '';
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = toPixels(view, [points[i]!, points[i + 1]!]);
    path += `${i === 0 ? 'M' : 'L'}${fixed(x)} ${fixed(y)}`;
  }
  return closed ? `${path}Z` : path;
}
