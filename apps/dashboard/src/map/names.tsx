import { boxOf, clipped, touch } from './clip.ts';
import styles from './drawing.module.css';
import type { Flat } from './mercator.ts';
import type { Area } from './outlines.ts';
import { type Bounds, seen, toPixels, type View } from './view.ts';

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });
const MOST_NAMES = 7;

interface NamesProps {
  areas: readonly Area[];
  view: View;
  box: Bounds;
  /** What has a label of its own, on the world's square: a name stands away from it. */
  marks: readonly Flat[];
}

/** In the middle of the largest part that is seen, and none where there is too little room. */
export function Names({ areas, view, box, marks }: NamesProps) {
  const inside: Bounds = seen(view, -24);
  const found = areas.flatMap((area) => {
    const parts = area.rings
      .filter((ring) => touch(ring.box, box))
      .map(({ points }) => clipped(points, inside));
    const best = parts.map((part) => ({ part, size: areaOf(part) })).sort((a, b) => b.size - a.size)[0];
    const size = best ? best.size * view.scale ** 2 : 0;
    return best && size > 9_000 ? [{ area, at: roomiest(best.part, marks), size }] : [];
  });
  return found
    .sort((a, b) => b.size - a.size)
    .slice(0, MOST_NAMES)
    .map(({ area, at }) => {
      const [x, y] = toPixels(view, at);
      return (
        <text
          key={`${area.country} ${area.code} ${x}`}
          className={styles.name}
          x={x}
          y={y}
          textAnchor="middle"
        >
          {area.name ?? area.code ?? COUNTRIES.of(area.country)}
        </text>
      );
    });
}

function areaOf(points: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < points.length; i += 2) {
    const j = (i + 2) % points.length;
    sum += points[i]! * points[j + 1]! - points[j]! * points[i + 1]!;
  }
  return Math.abs(sum) / 2;
}

const STEPS = 9;

/** The place inside that is farthest from the edges and from every mark; of a narrow part, its middle. */
function roomiest(points: readonly number[], marks: readonly Flat[]): [number, number] {
  const [left, top, right, bottom] = boxOf(points);
  let best: [number, number] = [(left + right) / 2, (top + bottom) / 2];
  let most = 0;
  for (let i = 1; i < STEPS; i++)
    for (let j = 1; j < STEPS; j++) {
      const at: [number, number] = [left + (i / STEPS) * (right - left), top + (j / STEPS) * (bottom - top)];
      if (!holds(points, at)) continue;
      const room = Math.min(
        ...marks.map(([x, y]) => Math.hypot(x - at[0], 2 * (y - at[1]))),
        at[0] - left,
        right - at[0],
        2 * (at[1] - top),
        2 * (bottom - at[1]),
      );
      if (room > most) [best, most] = [at, room];
    }
  return best;
}

function holds(points: readonly number[], [x, y]: Flat): boolean {
  let inside = false;
  for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [points[i]!, points[i + 1]!, points[j]!, points[j + 1]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
