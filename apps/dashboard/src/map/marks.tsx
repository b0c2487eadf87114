import styles from './drawing.module.css';
import { beside, turnedToSee } from './globe/turns.ts';
import { type Label, placed } from './labels/placing.ts';
import { type Layer, type MapLayer, ofKind } from './layers.ts';
import { flat, type LngLat } from './mercator.ts';
import { metresPerPixel, toPixels, type View } from './view.ts';

interface MarksProps {
  view: View;
  layers: readonly MapLayer[];
}

/** Points, distances, and the label of everything. */
export function Marks({ view, layers }: MarksProps) {
  const points = ofKind(layers, 'point');
  const lengths = ofKind(layers, 'dimension');
  const strokes = lengths.map((line) => endsOf(view, line));
  return (
    <>
      {lengths.map((each) => (
        <Dimension key={each.label} view={view} {...each} />
      ))}
      {points.map((point) => (
        <Point
          key={`${point.label} ${point.at} ${point.number ?? ''}`}
          point={point}
          at={placeOf(view, point.at)}
        />
      ))}
      {placed(labelsOf(view, layers), strokes, view.width, view.height).map(({ key, text, at, anchor }) => (
        <text key={key} className={styles.label} x={at[0]} y={at[1]} textAnchor={anchor}>
          {text}
        </text>
      ))}
    </>
  );
}

const placeOf = (view: View, place: LngLat) => toPixels(turnedToSee(view, flat(place)), flat(place));

/** Of a line, which may run over the 180th meridian. */
function endsOf(view: View, { from, to }: Pick<Layer<'dimension'>, 'from' | 'to'>) {
  const there = turnedToSee(view, flat(from));
  return [toPixels(there, flat(from)), toPixels(there, flat([beside(to[0], from[0]), to[1]]))] as const;
}

const HALF = 6;

function labelsOf(view: View, layers: readonly MapLayer[]): Label[] {
  const at = (place: LngLat) => placeOf(view, place);
  const ofPoints = ofKind(layers, 'point').map(({ at: place, label, shape }): Label => {
    const [x, y] = at(place);
    return { key: `point ${label} ${x}`, text: label, x, y, away: shape === 'try' ? 4 : HALF };
  });
  const ofLengths = ofKind(layers, 'dimension').map(({ from, to, label }): Label => {
    const [a, b] = endsOf(view, { from, to });
    return { key: `length ${label}`, text: label, x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, away: 2 };
  });
  const ofCircles = ofKind(layers, 'circle').flatMap(({ at: place, radius_m, label, effect }): Label[] => {
    if (!label) return [];
    const [x, y] = at(place);
    const away = Math.min(radius_m / metresPerPixel(view, place[1]), 80);
    return [
      { key: `circle ${label}`, text: effect === 'exclusion' ? `Excluded: ${label}` : label, x, y, away },
    ];
  });
  return [...ofPoints, ...ofLengths, ...ofCircles].filter(({ text }) => text !== '');
}

interface PointProps {
  point: Layer<'point'>;
  at: [number, number];
}

/** The device is a dot, the network's address a diamond, an earlier try a ring: told apart without colour. */
function Point({ point: { shape, number }, at: [x, y] }: PointProps) {
  if (shape === 'network') return <path className={styles.diamond} d={`M${x} ${y - 7}l7 7l-7 7l-7-7z`} />;
  if (shape === 'try') return <circle className={styles.try} cx={x} cy={y} r={3.5} />;
  if (shape === 'device') return <circle className={styles.device} cx={x} cy={y} r={5} />;
  return (
    <g className={styles.number}>
      <circle cx={x} cy={y} r={9} />
      <text x={x} y={y + 4} textAnchor="middle">
        {number}
      </text>
    </g>
  );
}

const END = 5;

function Dimension({ view, from, to }: { view: View } & Layer<'dimension'>) {
  const [a, b] = endsOf(view, { from, to });
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (length < 3) return null;
  const [x, y] = [((b[1] - a[1]) / length) * END, ((a[0] - b[0]) / length) * END];
  const end = `M${b[0] - x} ${b[1] - y}L${b[0] + x} ${b[1] + y}`;
  return <path className={styles.dimension} d={`M${a[0]} ${a[1]}L${b[0]} ${b[1]}${end}`} />;
}
