import { Bands } from './bands.tsx';
import styles from './drawing.module.css';
import { marksOf } from './labels/marks-of.ts';
import { Names } from './labels/names.tsx';
import { type Layer, type MapLayer, ofKind } from './layers.ts';
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
/** From this zoom on, the coast would be seen to be simplified: it lies up to two kilometres beside the true one. */
const SHORE_TO = 9;

/** What is seen of the world, sorted by how it is drawn. */
function partsOf({ view, outlines, layers }: Omit<LandProps, 'id'>) {
  const box = seen(view, MARGIN);
  const regions = ofKind(layers, 'region');
  const far = zoomOf(view) < PARTS_FROM;
  const exact = far ? new Map<string, never>() : outlines.countries;
  const rough = (outlines.world?.areas ?? []).filter(({ country }) => !exact.has(country));
  const wholes = (outlines.world?.areas ?? []).filter(({ country }) => exact.has(country));
  const parts = [...exact.values()].flatMap(({ areas }) => areas);
  const coastal = new Set(
    (outlines.world?.areas ?? []).filter((area) => area.coastal).map(({ country }) => country),
  );
  // From far, a region ends at the coast; from near, where decisions end it. An islet without a coast stays in sight.
  const wet = regions.filter(({ code }) => far && coastal.has(code.slice(0, 2)));
  const dry = regions.filter((region) => !wet.includes(region));
  return { box, far, rough, wholes, parts, wet, dry };
}

/** Sea, land, the places that a policy names, and how far their borders may be off. */
export function Land({ view, outlines, layers, id }: LandProps) {
  const { box, far, rough, wholes, parts, wet, dry } = partsOf({ view, outlines, layers });
  const painted = { view, box, outlines };
  return (
    <>
      <rect className={styles.sea} width={view.width} height={view.height} />
      <Areas areas={rough} view={view} box={box} />
      <Regions regions={wet} {...painted} />
      <Water view={view} box={box} land={outlines.land} coast={far} />
      <Areas areas={parts} view={view} box={box} />
      <Regions regions={dry} {...painted} />
      {!far && zoomOf(view) < SHORE_TO && <Water view={view} box={box} land={outlines.land} coast veil />}
      <Bands view={view} layers={layers} id={id} />
      <Names
        areas={[...rough, ...parts]}
        wholes={wholes}
        land={outlines.land}
        painted={dry.map(({ code }) => ({ code, rings: ringsOf(outlines, code) }))}
        view={view}
        marks={marksOf(layers)}
      />
    </>
  );
}

/** Below the tiles of an operator's map: what is seen where that map ends, with names, of which it has its own. */
export const Beneath = ({ layers, ...props }: LandProps) => (
  <Land layers={layers.filter(({ kind }) => kind !== 'region' && kind !== 'band')} {...props} />
);

/** Above those tiles: the same lines, and the policy's places as a tint. */
export function Over({ view, outlines, layers, id }: LandProps) {
  const { box, rough, parts, wet, dry } = partsOf({ view, outlines, layers });
  const painted = { view, box, outlines };
  const coast = `${id}-coast`;
  return (
    <>
      <clipPath id={coast}>
        <path clipRule="evenodd" d={ringsPath(outlines.land, view, box)} />
      </clipPath>
      <g className={styles.over}>
        {/* Countries end where their waters end: over a map that shows the sea, they would look like boxes. */}
        <g clipPath={outlines.land.length > 0 ? `url(#${coast})` : undefined}>
          <Areas edged areas={rough} view={view} box={box} />
          <Regions edged regions={wet} {...painted} />
        </g>
        <Areas edged areas={parts} view={view} box={box} />
        <Regions edged regions={dry} {...painted} />
        <Bands view={view} layers={layers} id={id} />
      </g>
    </>
  );
}

interface RegionsProps {
  regions: readonly Layer<'region'>[];
  view: View;
  box: Bounds;
  outlines: Outlines;
  /** Whether a light edge runs along each line. */
  edged?: boolean;
}

const Regions = ({ regions, view, box, outlines, edged }: RegionsProps) =>
  regions.map(({ code, effect }) => (
    <Outlined
      key={`${effect} ${code}`}
      className={styles.region}
      effect={effect}
      edged={edged}
      d={ringsPath(ringsOf(outlines, code), view, box)}
    />
  ));

function ringsOf(outlines: Outlines, code: string): FlatRing[] {
  const whole = code.length === 2 ? outlines.countries.get(code)?.whole : undefined;
  return whole?.length ? whole : areasOf(outlines, code).flatMap(({ rings }) => rings);
}

interface AreasProps {
  areas: readonly Area[];
  view: View;
  box: Bounds;
  edged?: boolean;
}

const Areas = ({ areas, view, box, edged }: AreasProps) => (
  <Outlined
    className={styles.land}
    edged={edged}
    d={ringsPath(
      areas.flatMap(({ rings }) => rings),
      view,
      box,
    )}
  />
);

interface OutlinedProps {
  className: string | undefined;
  d: string;
  effect?: string | undefined;
  edged?: boolean | undefined;
}

const Outlined = ({ className, d, effect, edged }: OutlinedProps) => (
  <>
    {edged && <path className={styles.edge} d={d} />}
    <path className={className} data-effect={effect} d={d} />
  </>
);
