import { useMemo } from 'react';
import { landBorders } from './borders.ts';
import { nearParts } from './clip.ts';
import styles from './drawing.module.css';
import { type Layer, type MapLayer, ofKind } from './layers.ts';
import { flat } from './mercator.ts';
import type { Outlines } from './outlines.ts';
import { linePath } from './paths.ts';
import { latOf, metresPerPixel, seen, type View } from './view.ts';

const MARGIN = 60;

interface BandsProps {
  view: View;
  outlines: Outlines;
  layers: readonly MapLayer[];
  /** For ids of patterns, which are of the whole page. */
  id: string;
}

const isCodes = (along: Layer<'band'>['along']): along is readonly string[] => typeof along[0] === 'string';

/** Hatched on both sides of a line: within it, the data cannot tell the side. */
export function Bands({ view, outlines, layers, id }: BandsProps) {
  const bands = ofKind(layers, 'band');
  const pixels = metresPerPixel(view, latOf(view));
  return bands.map(({ along, error_m }, i) => {
    const width = (2 * error_m) / pixels;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: bands have no other name, and never move.
      <g key={i}>
        {width > 3 && isCodes(along) && (
          <RegionBand codes={along} outlines={outlines} view={view} width={width} id={id} />
        )}
        {width > 3 && !isCodes(along) && (
          <path
            className={styles.band}
            stroke={`url(#${id}-hatch)`}
            strokeWidth={width}
            d={linePath(
              along.flatMap((at) => [...flat(at)]),
              view,
              false,
            )}
          />
        )}
      </g>
    );
  });
}

interface RegionBandProps {
  codes: readonly string[];
  outlines: Outlines;
  view: View;
  width: number;
  id: string;
}

function RegionBand({ codes, outlines, view, width, id }: RegionBandProps) {
  const named = codes.join(' ');
  const come = [...outlines.countries.keys()].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: their names tell whether they are others.
  const lines = useMemo(() => landBorders(outlines, codes), [named, come]);
  const grown = seen(view, MARGIN + width);
  const path = lines
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
