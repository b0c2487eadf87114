import styles from '../drawing.module.css';
import { turnedToSee } from '../globe/turns.ts';
import { type Layer, type MapLayer, ofKind } from '../layers.ts';
import { flat } from '../mercator.ts';
import { linePath } from '../paths.ts';
import { metresPerPixel, toPixels, type View } from '../view.ts';
import { type Drawn, drawnArea, drawnCircle, line } from './rims.ts';

interface ShapesProps {
  view: View;
  layers: readonly MapLayer[];
}

/** The operator's own areas. */
export const Shapes = ({ view, layers }: ShapesProps) => (
  <>
    {ofKind(layers, 'polygon').map((layer) => (
      <Outlined
        key={`${layer.label} ${layer.effect} ${layer.rings[0]?.[0]}`}
        className={styles.shape}
        effect={layer.effect}
        drawn={drawnArea(layer, view)}
      />
    ))}
    {ofKind(layers, 'circle').map((layer) => (
      <Outlined
        key={`${layer.label} ${layer.effect} ${layer.at}`}
        className={styles.shape}
        effect={layer.effect}
        drawn={drawnCircle(layer, view)}
      />
    ))}
  </>
);

interface OutlinedProps {
  className: string | undefined;
  effect: string;
  drawn: Drawn;
}

const Outlined = ({ className, effect, drawn: { inside, border } }: OutlinedProps) =>
  border === null ? (
    <path className={className} data-effect={effect} d={inside} />
  ) : (
    <>
      <path className={className} data-effect={effect} data-part="inside" d={inside} />
      <path className={className} data-effect={effect} data-part="border" d={border} />
    </>
  );

/** What is uncertain by itself: discs, and the way from try to try. */
export const Discs = ({ view, layers }: ShapesProps) => (
  <>
    {ofKind(layers, 'disc').map((disc) => (
      <Disc key={`${disc.of} ${disc.at} ${disc.radius_m}`} view={view} disc={disc} />
    ))}
    {ofKind(layers, 'path').map(({ points }, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: paths have no other name, and never move.
      <path key={i} className={styles.path} d={linePath(line(points), view, false)} />
    ))}
  </>
);

/** Metres up to which a circle is one on the map too, by less than a pixel. */
const ROUND_M = 10_000;

function Disc({ view, disc }: { view: View; disc: Layer<'disc'> }) {
  const { at, radius_m, of } = disc;
  if (radius_m > ROUND_M)
    return <Outlined className={styles.disc} effect={of} drawn={drawnCircle(disc, view)} />;
  const [x, y] = toPixels(turnedToSee(view, flat(at)), flat(at));
  const r = radius_m / metresPerPixel(view, at[1]);
  return <circle className={styles.disc} data-effect={of} cx={x} cy={y} r={r} />;
}
