import { boxOf, clipped, type Ring, touch } from '../clip.ts';
import type { Area, FlatRing } from '../outlines.ts';
import { type Bounds, toPixels, type View } from '../view.ts';
import type { Rings } from './roomiest.ts';

/** Pixels that a line may be off here: nothing is drawn by these points. */
const COARSE = 2;

/** What of the rings is seen, in pixels and with no more points than that needs. */
export function ringsIn(rings: readonly FlatRing[], view: View, box: Bounds): Rings {
  return rings
    .filter((ring) => touch(ring.box, box))
    .map((ring) => coarse(holds(box, ring.box) ? ring.points : clipped(ring.points, box), view))
    .filter(({ length }) => length >= 6);
}

const holds = (a: Bounds, b: Bounds): boolean => a[0] <= b[0] && a[1] <= b[1] && b[2] <= a[2] && b[3] <= a[3];

function coarse(points: Ring, view: View): number[] {
  const kept: number[] = [];
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = toPixels(view, [points[i]!, points[i + 1]!]);
    const last = kept.length - 2;
    if (last < 0 || Math.abs(x - kept[last]!) + Math.abs(y - kept[last + 1]!) > COARSE) kept.push(x, y);
  }
  return kept;
}

/** Only the land near a place counts for it. */
export function near(land: Rings, rings: Rings): Rings {
  const box = around(rings.map(boxOf));
  return land
    .filter((ring) => touch(boxOf(ring), box))
    .map((ring) => clipped(ring, box))
    .filter(({ length }) => length >= 6);
}

/** Around every view, so that its edges are near to nothing. */
const FRAME = [-1e6, -1e6, 1e6, -1e6, 1e6, 1e6, -1e6, 1e6];
export const outside = (rings: Rings): Rings => [FRAME, ...rings];

const around = (boxes: readonly Bounds[]): Bounds => [
  Math.min(...boxes.map(([left]) => left)),
  Math.min(...boxes.map(([, top]) => top)),
  Math.max(...boxes.map(([, , right]) => right)),
  Math.max(...boxes.map(([, , , bottom]) => bottom)),
];

/** The size of the box around the largest part that is seen. */
export const sizeOf = ({ rings }: Area, [left, top, right, bottom]: Bounds): number =>
  rings.reduce((most, { box }) => {
    const width = Math.min(box[2], right) - Math.max(box[0], left);
    const height = Math.min(box[3], bottom) - Math.max(box[1], top);
    return width > 0 && height > 0 ? Math.max(most, width * height) : most;
  }, 0);
