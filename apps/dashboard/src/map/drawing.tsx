import { useId } from 'react';
import styles from './drawing.module.css';
import { Worlds } from './globe/worlds.tsx';
import { Land, Over } from './land.tsx';
import type { MapLayer } from './layers.ts';
import { Marks } from './marks.tsx';
import type { Outlines } from './outlines.ts';
import { ScaleBar } from './scale-bar.tsx';
import { Discs, Shapes } from './shapes/shapes.tsx';
import type { View } from './view.ts';

interface DrawingProps {
  view: View;
  layers: readonly MapLayer[];
  outlines: Outlines;
  /** What the map shows, in one sentence. */
  label: string;
  /** Whether an operator's map lies below: then the land is lines alone. */
  over?: boolean;
}

/** The hatching of bands. */
const Hatch = ({ id }: { id: string }) => (
  <defs>
    <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path className={styles.hatch} d="M0 0v7" />
    </pattern>
  </defs>
);

/** The map itself, for one view: the same picture stands still, moves with Leaflet, and is printed. */
export function Drawing({ view, layers, outlines, label, over }: DrawingProps) {
  const id = useId().replaceAll(/[^\w-]/g, '');
  return (
    <svg
      className={styles.drawing}
      data-over={over || undefined}
      viewBox={`0 0 ${view.width} ${view.height}`}
      width={view.width}
      height={view.height}
      role="img"
      aria-label={label}
    >
      <Worlds view={view} id={id}>
        {(world, of) => (
          <>
            <Hatch id={`${of}-hatch`} />
            {over ? (
              <Over view={world} outlines={outlines} layers={layers} id={of} />
            ) : (
              <Land view={world} outlines={outlines} layers={layers} id={of} />
            )}
          </>
        )}
      </Worlds>
      {over && (
        <g className={styles.casing}>
          <Shapes view={view} layers={layers} />
          <Discs view={view} layers={layers} />
        </g>
      )}
      <Shapes view={view} layers={layers} />
      <Discs view={view} layers={layers} />
      <Marks view={view} layers={layers} />
      <ScaleBar view={view} />
    </svg>
  );
}
