import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { BARE } from '../bare.ts';
import { round } from '../mercator.ts';
import { type View, zoomOf } from '../view.ts';
import { addressOf, type TileSet } from './current.ts';

export interface Shown {
  show(view: View): void;
  close(): void;
}

/** Beyond what the map shows: Leaflet must never hold back what the drawing above it does. */
const [LEAST, MOST] = [-4, 24];

/**
 * A Leaflet of its own, which follows the drawing above it. In the map that people move, tiles would lie over the
 * drawing, and would run ahead of it while they are dragged.
 */
export function openShown(place: HTMLElement, first: View, layer: L.GridLayer): Shown {
  const map = L.map(place, {
    ...BARE,
    minZoom: LEAST,
    maxZoom: MOST,
    trackResize: false,
    dragging: false,
    keyboard: false,
    scrollWheelZoom: false,
    doubleClickZoom: false,
    boxZoom: false,
    touchZoom: false,
  });
  const show = (view: View) => {
    const { x, y } = map.getSize();
    if (x !== view.width || y !== view.height) map.invalidateSize({ pan: false, animate: false });
    const [lng, lat] = round(view.centre);
    map.setView([lat, lng], zoomOf(view), { animate: false });
  };
  show(first);
  keepWhileZooming(layer).addTo(map);
  return { show, close: () => void map.remove() };
}

/** Leaflet empties the map at each jump of the zoom. Without that, old tiles stay until new ones have come. */
function keepWhileZooming(layer: L.GridLayer): L.GridLayer {
  const events = layer.getEvents?.bind(layer);
  layer.getEvents = () => {
    const { viewprereset: _emptied, ...others } = events?.() ?? {};
    return others;
  };
  return layer;
}

/** What both kinds of tiles have in common. */
export const optionsOf = ({ bounds: [west, south, east, north] }: TileSet) => ({
  maxZoom: MOST,
  noWrap: true,
  updateWhenIdle: false,
  bounds: [
    [south, west],
    [north, east],
  ] as [[number, number], [number, number]],
});

/** Pictures, which Leaflet knows by itself. */
export const rasterLayer = (tiles: TileSet): L.GridLayer =>
  L.tileLayer(addressOf(tiles), {
    ...optionsOf(tiles),
    minZoom: tiles.min_zoom,
    maxNativeZoom: tiles.max_zoom,
  });
