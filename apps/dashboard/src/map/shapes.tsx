import { boxOf, clipped, touch } from './clip.ts';
import styles from './drawing.module.css';
import { goesAround, ringAround, sidesFor } from './globe/circle.ts';
import { asDecided } from './globe/edges.ts';
import { joinedAtSeam } from './globe/joined.ts';
import { seesAll, turnedToSee, turnedView } from './globe/turns.ts';
import { type Layer, type MapLayer, ofKind } from './layers.ts';
import { flat, type LngLat } from './mercator.ts';
import { linePath } from './paths.ts';
import { metresPerPixel, seen, toPixels, type View } from './view.ts';

interface ShapesProps {
  view: View;
  layers: readonly MapLayer[];
}

const line = (points: readonly LngLat[]): number[] => points.flatMap((at) => [...flat(at)]);

/** The operator's own areas. */
export const Shapes = ({ view, layers }: ShapesProps) => (
  <>
    {ofKind(layers, 'polygon').map(({ rings, effect, label }) => (
      <path
        key={`${label} ${effect} ${rings[0]?.[0]}`}
        className={styles.shape}
        data-effect={effect}
        d={joinedAtSeam(rings)
          .map((ring) => everywhere(asDecided(ring), view))
          .join('')}
      />
    ))}
    {ofKind(layers, 'circle').map(({ at, radius_m, effect, label }) => (
      <path
        key={`${label} ${effect} ${at}`}
        className={styles.shape}
        data-effect={effect}
        d={rimPath(at, radius_m, view)}
      />
    ))}
  </>
);

/** What is uncertain by itself: discs, and the way from try to try. */
export const Discs = ({ view, layers }: ShapesProps) => (
  <>
    {ofKind(layers, 'disc').map((disc) => (
      <Disc key={`${disc.of} ${disc.at} ${disc.radius_m}`} view={view} {...disc} />
    ))}
    {ofKind(layers, 'path').map(({ points }, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: paths have no other name, and never move.
      <path key={i} className={styles.path} d={linePath(line(points), view, false)} />
    ))}
  </>
);

/** Metres up to which a circle is one on the map too, by less than a pixel. */
const ROUND_M = 10_000;

function Disc({ view, at, radius_m, of }: { view: View } & Layer<'disc'>) {
  if (radius_m > ROUND_M)
    return <path className={styles.disc} data-effect={of} d={rimPath(at, radius_m, view)} />;
  const [x, y] = toPixels(turnedToSee(view, flat(at)), flat(at));
  const r = radius_m / metresPerPixel(view, at[1]);
  return <circle className={styles.disc} data-effect={of} cx={x} cy={y} r={r} />;
}

const rimPath = (at: LngLat, radius_m: number, view: View): string =>
  everywhere(ringAround(at, radius_m, sidesFor(radius_m / metresPerPixel(view, at[1]))), view);

const MARGIN = 60;

/** A ring in each of the worlds that show some of it; where all of the world is seen, in that one. */
function everywhere(ring: readonly LngLat[], view: View): string {
  const points = line(ring);
  const own = boxOf(points);
  const turns = goesAround(ring) ? [0] : [-1, 0, 1];
  const [west, east] = seesAll(view) ? [0, 1] : [-Infinity, Infinity];
  return turns
    .map((turn) => {
      const there = turnedView(view, turn);
      const [left, top, right, bottom] = seen(there, MARGIN);
      const box = [Math.max(left, west - turn), top, Math.min(right, east - turn), bottom] as const;
      return touch(own, box) ? linePath(clipped(points, box), there, true) : '';
    })
    .join('');
}
