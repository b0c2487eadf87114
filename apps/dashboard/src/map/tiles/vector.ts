/** The one module that knows how vectors are painted; it is loaded where the operator's file holds them. */
import type { GridLayer } from 'leaflet';
import { leafletLayer } from 'protomaps-leaflet';
import { addressOf, type TileSet } from './current.ts';
import { optionsOf } from './shown.ts';

type Flavour = 'light' | 'dark';

/** Each tile of the file is shown as four, so the first zoom that it fills is one deeper. */
const firstZoom = ({ min_zoom }: TileSet): number => (min_zoom === 0 ? 0 : min_zoom + 1);

export const vectorLayer = (tiles: TileSet, flavour: Flavour): GridLayer =>
  leafletLayer({
    ...optionsOf(tiles),
    url: addressOf(tiles),
    minZoom: firstZoom(tiles),
    maxDataZoom: tiles.max_zoom,
    flavor: flavour,
    lang: 'en',
  }) as unknown as GridLayer;
