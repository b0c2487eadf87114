import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useState } from 'react';
import { goesAround } from '../globe/circle.ts';
import { asDecided } from '../globe/edges.ts';
import { beside, turnedTo } from '../globe/turns.ts';
import type { Effect } from '../layers.ts';
import { type LngLat, metresAcross } from '../mercator.ts';
import type { DrawnFeature } from './bridge.ts';
import styles from './overlay.module.css';

export type Flipped = 'fail' | 'review' | 'pass' | 'retry';

export interface OverlayProps {
  map: LeafletMap;
  features: readonly DrawnFeature[];
  effect: Effect;
  /** The point that keys move. */
  active: LngLat | null;
  /** Rings and circles with a buffer around their border. */
  buffers: readonly { ring: readonly LngLat[]; buffer_m: number; effect: Effect }[];
  /** Decisions that would flip. */
  flips: readonly { id: string; at: LngLat; to: Flipped; label: string }[];
  chosen: string | null;
  tried: { at: LngLat; radius_m: number; to: Flipped } | null;
  choose(id: string): void;
}

type Point = (at: readonly number[]) => [number, number];

/** What drawing shows above the map: shape under edit with its points, buffers, flips, the point that is tried. */
export function DrawOverlay({
  map,
  features,
  effect,
  active,
  buffers,
  flips,
  chosen,
  tried,
  choose,
}: OverlayProps) {
  const { point, near, metres } = useProjection(map);
  const { x: width, y: height } = map.getSize();
  return (
    <svg className={styles.overlay} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {buffers.map(({ ring, buffer_m, effect: of }) => (
        <path
          key={`${ring[0]} ${buffer_m}`}
          className={styles.buffer}
          data-effect={of}
          d={pathOf(goesAround(ring) ? ring : turnedTo(ring, map.getCenter().lng), point)}
          strokeWidth={(2 * buffer_m) / metres(ring[0]![1])}
        />
      ))}
      {features.map((feature) => (
        <Feature key={feature.id} feature={feature} point={point} effect={effect} />
      ))}
      {active && <Square at={near(active)} size={12} className={styles.active} />}
      {flips.map((flip) => (
        <Flip key={flip.id} {...flip} at={near(flip.at)} chosen={flip.id === chosen} choose={choose} />
      ))}
      {tried && <Tried tried={tried} at={near(tried.at)} r={tried.radius_m / metres(tried.at[1])} />}
    </svg>
  );
}

/** Follows the map as it moves. */
function useProjection(map: LeafletMap): { point: Point; near: Point; metres(lat: number): number } {
  const [, moved] = useState(0);
  useEffect(() => {
    const again = () => moved((n) => n + 1);
    map.on('move zoom viewreset resize', again);
    return () => void map.off('move zoom viewreset resize', again);
  }, [map]);
  // Leaflet's own points are whole pixels, by which a circle would have corners.
  const corner = map.project(map.getCenter()).subtract(map.getSize().divideBy(2));
  const point: Point = ([lng, lat]) => {
    const { x, y } = map.project([lat!, lng!]).subtract(corner);
    return [x, y];
  };
  return {
    point,
    // A place is seen in the world that is nearest to the middle of the map.
    near: ([lng, lat]) => point([beside(lng!, map.getCenter().lng), lat!]),
    metres: (lat) => metresAcross(lat) / (256 * 2 ** map.getZoom()),
  };
}

const pathOf = (ring: readonly (readonly number[])[], point: Point): string =>
  `M${asDecided(ring)
    .map((each) =>
      point(each)
        .map((n) => n.toFixed(1))
        .join(' '),
    )
    .join('L')}Z`;

interface FeatureProps {
  feature: DrawnFeature;
  point: Point;
  effect: Effect;
}

function Feature({ feature: { geometry, properties }, point, effect }: FeatureProps) {
  if (geometry.type === 'Polygon')
    return (
      <path
        className={styles.edited}
        data-effect={effect}
        d={pathOf((geometry.coordinates as number[][][])[0]!, point)}
      />
    );
  if (geometry.type === 'LineString')
    return (
      <path className={styles.begun} d={pathOf(geometry.coordinates as number[][], point).replace('Z', '')} />
    );
  const at = point(geometry.coordinates as number[]);
  if (properties.midPoint) return <circle className={styles.middle} cx={at[0]} cy={at[1]} r={3} />;
  return <Square at={at} size={9} className={styles.handle} />;
}

const Square = ({
  at: [x, y],
  size,
  className,
}: {
  at: [number, number];
  size: number;
  className: string | undefined;
}) => <rect className={className} x={x - size / 2} y={y - size / 2} width={size} height={size} />;

interface FlipProps {
  id: string;
  at: [number, number];
  to: Flipped;
  label: string;
  chosen: boolean;
  choose(id: string): void;
}

/** Told apart by form: a cross for fail, a ring for pass, a half-filled ring for review, a dash for retry. */
function Flip({ id, at: [x, y], to, label, chosen, choose }: FlipProps) {
  return (
    <g className={styles.flip} data-to={to} onPointerDown={() => choose(id)}>
      <title>{label}</title>
      <circle className={styles.reach} cx={x} cy={y} r={9} />
      {chosen && <circle className={styles.chosen} cx={x} cy={y} r={9} />}
      <Mark to={to} x={x} y={y} />
      {chosen && (
        <text x={x + 14} y={y + 4}>
          {label}
        </text>
      )}
    </g>
  );
}

export function Mark({ to, x, y }: { to: Flipped; x: number; y: number }) {
  if (to === 'fail')
    return <path className={styles.mark} d={`M${x - 4} ${y - 4}l8 8M${x + 4} ${y - 4}l-8 8`} />;
  if (to === 'retry') return <path className={styles.mark} d={`M${x - 4} ${y}h8`} />;
  return (
    <>
      <circle className={styles.mark} cx={x} cy={y} r={4} />
      {to === 'review' && <path className={styles.half} d={`M${x} ${y - 4}a4 4 0 0 1 0 8z`} />}
    </>
  );
}

const Tried = ({ tried, at: [x, y], r }: { tried: { to: Flipped }; at: [number, number]; r: number }) => (
  <g className={styles.flip} data-to={tried.to}>
    <circle className={styles.disc} cx={x} cy={y} r={r} />
    <circle className={styles.pin} cx={x} cy={y} r={5} />
  </g>
);
