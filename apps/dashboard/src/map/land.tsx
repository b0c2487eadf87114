import { Bands } from './bands.tsx';
import styles from './drawing.module.css';
import { type Layer, type MapLayer, ofKind } from './layers.ts';
import { flat } from './mercator.ts';
import { Names } from './names.tsx';
import { type Area, areasOf, type FlatRing, type Outlines } from './outlines.ts';
import { ringsPath } from './paths.ts';
import { type Bounds, seen, type View, zoomOf } from './view.ts';
import { Water } from './water.tsx';

interface LandProps {
  view: View;
  outlines: Outlines;
  layers: readonly MapLayer[];
  /** For ids of patterns, which are of the whole page. */
  id: string;
}

const MARGIN = 60;
/** Below this zoom the parts of countries are specks, and coasts are drawn simply. */
export const PARTS_FROM = 4;

/** Sea, land, the places that a policy names, and how far their borders may be off. */
export function Land({ view, outlines, layers, id }: LandProps) {
  const box = seen(view, MARGIN);
  const regions = ofKind(layers, 'region');
  const far = zoomOf(view) < PARTS_FROM;
  const exact = far ? new Map<string, never>() : outlines.countries;
  const rough = (outlines.world?.areas ?? []).filter(({ country }) => !exact.has(country));
  const parts = [...exact.values()].flatMap(({ areas }) => areas);
  const coastal = new Set(
    (outlines.world?.areas ?? []).filter((area) => area.coastal).map(({ country }) => country),
  );
  // From far, a region ends at the coast; from near, where decisions end it. An islet without a coast stays in sight.
  const wet = regions.filter(({ code }) => far && coastal.has(code.slice(0, 2)));
  const painted = { view, box, outlines };
  return (
    <>
      <rect className={styles.sea} width={view.width} height={view.height} />
      <Areas areas={rough} view={view} box={box} className={styles.land} />
      <Regions regions={wet} {...painted} />
      <Water view={view} box={box} land={outlines.land} coast={far} />
      <Areas areas={parts} view={view} box={box} className={styles.land} />
      <Regions regions={regions.filter((region) => !wet.includes(region))} {...painted} />
      <Bands view={view} outlines={outlines} layers={layers} id={id} />
      <Names areas={[...rough, ...parts]} view={view} box={box} marks={marksOf(layers)} />
    </>
  );
}

interface RegionsProps {
  regions: readonly Layer<'region'>[];
  view: View;
  box: Bounds;
  outlines: Outlines;
}

const Regions = ({ regions, view, box, outlines }: RegionsProps) =>
  regions.map(({ code, effect }) => (
    <path
      key={`${effect} ${code}`}
      className={styles.region}
      data-effect={effect}
      d={ringsPath(ringsOf(outlines, code), view, box)}
    />
  ));

const marksOf = (layers: readonly MapLayer[]) =>
  layers.flatMap((layer) => (layer.kind === 'point' || layer.kind === 'circle' ? [flat(layer.at)] : []));

function ringsOf(outlines: Outlines, code: string): FlatRing[] {
  const whole = code.length === 2 && code !== 'US' ? outlines.countries.get(code)?.whole : undefined;
  return whole?.length ? whole : areasOf(outlines, code).flatMap(({ rings }) => rings);
}

const Areas = ({
  areas,
  view,
  box,
  className,
}: {
  areas: readonly Area[];
  view: View;
  box: Bounds;
  className: string | undefined;
}) => (
  <path
    className={className}
    d={ringsPath(
      areas.flatMap(({ rings }) => rings),
      view,
      box,
    )}
  />
);
