import { useComputedColorScheme } from '@mantine/core';
import type { GridLayer } from 'leaflet';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import drawing from '../drawing.module.css';
import { Worlds } from '../globe/worlds.tsx';
import { Beneath } from '../land.tsx';
import type { MapLayer } from '../layers.ts';
import type { Outlines } from '../outlines.ts';
import type { View } from '../view.ts';
import type { TileSet } from './current.ts';
import styles from './ground.module.css';
import type { Shown } from './shown.ts';

interface GroundProps {
  view: View;
  tiles: TileSet;
  outlines: Outlines;
  layers: readonly MapLayer[];
}

/** What lies below the drawing where an operator named a file: our own land, and the tiles over it. */
export function Ground({ view, tiles, outlines, layers }: GroundProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<Shown | null>(null);
  const latest = useRef(view);
  latest.current = view;
  const id = useId().replaceAll(/[^\w-]/g, '');
  const scheme = useComputedColorScheme('light');
  const flavour = tiles.type === 'vector' ? scheme : 'light';
  useEffect(() => {
    let left = false;
    layerOf(tiles, flavour)
      .then(([{ openShown }, layer]) => {
        if (!left && place.current) shown.current = openShown(place.current, latest.current, layer);
      })
      // A script that does not load, as after an update of the service, leaves the outlines.
      .catch(() => undefined);
    return () => {
      left = true;
      shown.current?.close();
      shown.current = null;
    };
  }, [tiles, flavour]);
  useLayoutEffect(() => shown.current?.show(view), [view]);
  return (
    <>
      <svg
        className={drawing.drawing}
        viewBox={`0 0 ${view.width} ${view.height}`}
        width={view.width}
        height={view.height}
        aria-hidden="true"
      >
        <Worlds view={view} id={id}>
          {(world, of) => <Beneath view={world} outlines={outlines} layers={layers} id={of} />}
        </Worlds>
      </svg>
      <div ref={place} className={styles.ground} data-tiles={tiles.type} aria-hidden="true" />
    </>
  );
}

type Loaded = [typeof import('./shown.ts'), GridLayer];

async function layerOf(tiles: TileSet, flavour: 'light' | 'dark'): Promise<Loaded> {
  // Leaflet first: what paints vectors looks for it on the page.
  const shown = await import('./shown.ts');
  if (tiles.type === 'raster') return [shown, shown.rasterLayer(tiles)];
  const { vectorLayer } = await import('./vector.ts');
  return [shown, vectorLayer(tiles, flavour)];
}
