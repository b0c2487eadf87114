import { useMemo } from 'react';
import { nearParts } from './clip.ts';
import styles from './drawing.module.css';
import { type BandLine, type MapLayer, ofKind } from './layers.ts';
import { flat } from './mercator.ts';
import { linePath } from './paths.ts';
import { latOf, metresPerPixel, seen, type View } from './view.ts';

const MARGIN = 60;
/** Pixels: a narrower band is no more than its line. */
const LEAST_WIDTH = 3;

interface BandsProps {
  view: View;
  layers: readonly MapLayer[];
  /** For ids of patterns, which are of the whole page. */
  id: string;
}

/** Hatched on both sides of a line: within it, the data cannot tell the side. */
export function Bands({ view, layers, id }: BandsProps) {
  const lines = useMemo(() => ofKind(layers, 'band').flatMap(({ lines }) => lines), [layers]);
  const byError = useMemo(() => [...Map.groupBy(lines, ({ error_m }) => error_m)], [lines]);
  const pixels = metresPerPixel(view, latOf(view));
  return byError.map(([error_m, those]) => (
    <Band key={error_m} lines={those} view={view} width={(2 * error_m) / pixels} id={id} />
  ));
}

interface BandProps {
  lines: readonly BandLine[];
  view: View;
  width: number;
  id: string;
}

function Band({ lines, view, width, id }: BandProps) {
  const onSquare = useMemo(() => lines.map(({ points }) => flatLine(points)), [lines]);
  if (width <= LEAST_WIDTH) return null;
  const grown = seen(view, MARGIN + width);
  const path = onSquare
    .flatMap((line) => nearParts(line, grown))
    .map((part) => linePath(part, view, false))
    .join('');
  return (
    <>
      <path className={styles.band} stroke={`url(#${id}-hatch)`} strokeWidth={width} d={path} />
      <path className={styles.border} d={path} />
    </>
  );
}

function flatLine(points: readonly number[]): Float64Array {
  const line = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 2) line.set(flat([points[i]!, points[i + 1]!]), i);
  return line;
}
