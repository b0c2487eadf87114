/**
 * Maps of the dashboard. No outside service: outlines come from the service, by the very lines that it decides with,
 * and everything else is data. An operator's own map may lie below them (`tiles/`), from the service too.
 *
 *   <GeoMap label="The device stands 610 m inside New Jersey" layers={layers} />
 *
 * - `layers`: see `layers.ts`. The map shows all of their places, or `fit` when it is given.
 * - `fit`: what is shown at first and by “Show everything”, or either by itself (`Shown`).
 * - `label`: one sentence, the map's accessible name.
 * - `children`: what lies over the map, such as a toolbar; place it yourself (`position: absolute`).
 * - `onReady(map)`: Leaflet's own map, once it is loaded, for drawing tools. Draw into Leaflet's panes; the layers lie
 *   below them. Wheel zooming is off, and dragging on touch screens, so that the page scrolls: enable either on `map`.
 *   The function returned is called before the map goes.
 * - `table={false}`: without the table of coordinates, where the page has one of its own.
 *
 * Until Leaflet is there, and in print, the same drawing stands still. Import it lazily where a page is needed cold.
 */
import { ActionIcon } from '@mantine/core';
import type { Map as LeafletMap } from 'leaflet';
import { type ReactNode, useMemo, useRef } from 'react';
import { Icon } from '../parts/icon.tsx';
import { touch } from './clip.ts';
import { Coordinates } from './coordinates.tsx';
import { Drawing } from './drawing.tsx';
import styles from './geo-map.module.css';
import { turnedView, turnsIn } from './globe/turns.ts';
import { PARTS_FROM } from './land.tsx';
import { countriesOf, type MapLayer, placesOf } from './layers.ts';
import { degreesOf, nearnessOf } from './nearness.ts';
import { type Outlines, useOutlines } from './outlines.ts';
import { Credits } from './tiles/credits.tsx';
import { useTiles } from './tiles/current.ts';
import { Ground } from './tiles/ground.tsx';
import { type Shown, useEngine } from './use-engine.ts';
import { type Bounds, boundsOf, seen, type View, zoomOf } from './view.ts';

interface GeoMapProps {
  label: string;
  layers: readonly MapLayer[];
  /** West, south, east, north in degrees. */
  fit?: Bounds | Shown | undefined;
  /** Pixels. */
  height?: number;
  table?: boolean;
  onReady?: (map: LeafletMap) => (() => void) | undefined;
  children?: ReactNode;
}

export const WORLD: Bounds = [-170, -56, 178, 72];

const Zoom = ({ zoom, showAll }: { zoom(by: number): void; showAll(): void }) => (
  <div className={styles.zoom}>
    <ActionIcon size={28} aria-label="Zoom in" onClick={() => zoom(1)}>
      <Icon name="plus" />
    </ActionIcon>
    <ActionIcon size={28} aria-label="Zoom out" onClick={() => zoom(-1)}>
      <Icon name="dash" />
    </ActionIcon>
    <ActionIcon size={28} aria-label="Show everything" onClick={showAll}>
      <Icon name="shape" />
    </ActionIcon>
  </div>
);

export function GeoMap({ label, layers, fit, height = 380, table = true, onReady, children }: GeoMapProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => shownBy(fit ?? boundsOf(layers.flatMap(placesOf)) ?? WORLD), [fit, layers]);
  const { view, zoom, showAll } = useEngine(place, shown, height, onReady);
  const outlines = useSeenOutlines(layers, view);
  const tiles = useTiles(view);
  return (
    <div className={styles.whole}>
      <div className={styles.map} style={{ height }} dir="ltr">
        {view && tiles && <Ground view={view} tiles={tiles} outlines={outlines} layers={layers} />}
        {view && (
          <Drawing view={view} layers={layers} outlines={outlines} label={label} over={tiles !== null} />
        )}
        <div
          ref={place}
          className={styles.engine}
          role="application"
          aria-label={`${label}. Arrows move, + and − zoom`}
        />
        <Zoom zoom={zoom} showAll={showAll} />
        {view && !outlines.failed && zoomOf(view) < PARTS_FROM && countriesOf(layers).length > 0 && (
          <p className={`${styles.note} ${styles.simplified}`}>
            Coasts are simplified here. Zoom in: decisions use the exact lines.
          </p>
        )}
        {outlines.failed && (
          <p className={styles.note}>Not all outlines have loaded. Places and distances are right.</p>
        )}
        <Credits tiles={tiles} lines={outlines.attribution} />
        {children}
      </div>
      {table && <Coordinates layers={layers} />}
    </div>
  );
}

const shownBy = (fit: Bounds | Shown): Shown =>
  'first' in fit ? fit : { first: fit, all: fit, settling: false };

/** Degrees of longitude below which the exact lines of the countries in sight are worth their weight. */
const NEAR = 30;
const MOST_COUNTRIES = 8;

/** Outlines of what the layers name and, from near, of every country in sight. */
function useSeenOutlines(layers: readonly MapLayer[], view: View | null): Outlines {
  const named = countriesOf(layers);
  const { world } = useOutlines([]);
  const boxes = view ? turnsIn(view).map((turn) => seen(turnedView(view, turn), 40)) : [];
  const near = boxes[0] && degreesOf(boxes[0])[0] < NEAR;
  const inSight = near
    ? (world?.areas ?? [])
        .filter(({ rings }) => rings.some((ring) => boxes.some((each) => touch(grown(ring.box), each))))
        .map(({ country }) => country)
    : [];
  const wanted = [...new Set([...named, ...inSight])].slice(0, named.length + MOST_COUNTRIES);
  return useOutlines(wanted, nearnessOf(view));
}

/** The overview is rough: a country may reach a little further than its lines there. */
const ROUGH = 0.0005;
const grown = ([left, top, right, bottom]: Bounds): Bounds => [
  left - ROUGH,
  top - ROUGH,
  right + ROUGH,
  bottom + ROUGH,
];
