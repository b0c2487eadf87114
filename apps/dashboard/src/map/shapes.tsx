import styles from './drawing.module.css';
import { type MapLayer, ofKind } from './layers.ts';
import { flat, type LngLat } from './mercator.ts';
import { linePath } from './paths.ts';
import { metresPerPixel, toPixels, type View } from './view.ts';

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
        d={rings.map((ring) => linePath(line(ring), view, true)).join('')}
      />
    ))}
    {ofKind(layers, 'circle').map(({ at, radius_m, effect, label }) => (
      <Round
        key={`${label} ${effect} ${at}`}
        view={view}
        at={at}
        radius_m={radius_m}
        className={styles.shape}
        effect={effect}
      />
    ))}
  </>
);

/** What is uncertain by itself: discs, and the way from try to try. */
export const Discs = ({ view, layers }: ShapesProps) => (
  <>
    {ofKind(layers, 'disc').map(({ at, radius_m, of }) => (
      <Round
        key={`${of} ${at} ${radius_m}`}
        view={view}
        at={at}
        radius_m={radius_m}
        className={styles.disc}
        effect={of}
      />
    ))}
    {ofKind(layers, 'path').map(({ points }, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: paths have no other name, and never move.
      <path key={i} className={styles.path} d={linePath(line(points), view, false)} />
    ))}
  </>
);

interface RoundProps {
  view: View;
  at: LngLat;
  radius_m: number;
  className: string | undefined;
  effect: string;
}

function Round({ view, at, radius_m, className, effect }: RoundProps) {
  const [x, y] = toPixels(view, flat(at));
  const r = radius_m / metresPerPixel(view, at[1]);
  return <circle className={className} data-effect={effect} cx={x} cy={y} r={r} />;
}
