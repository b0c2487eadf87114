import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { BARE } from './bare.ts';
import { flat, round } from './mercator.ts';
import { TILE, type View, zoomOf } from './view.ts';

/**
 * Leaflet moves and zooms; the drawing below it is our own, so it adds no layer. Zooming jumps: an animated zoom would
 * stretch the labels. Needs no inline style: Leaflet sets styles one by one, which the page's policy allows.
 */
export function openEngine(place: HTMLElement, first: View, moved: (view: View) => void): L.Map {
  const map = L.map(place, {
    ...BARE,
    zoomDelta: 1,
    wheelPxPerZoomLevel: 90,
    minZoom: 0,
    maxZoom: 19,
    keyboardPanDelta: 60,
    // Neither wheel nor finger may catch a page that scrolls; two fingers zoom and move.
    scrollWheelZoom: false,
    dragging: !matchMedia('(pointer: coarse)').matches,
    maxBounds: [
      [-85.05, -220],
      [85.05, 220],
    ],
    maxBoundsViscosity: 0.8,
  });
  place.tabIndex = 0;
  show(map, first);
  map.on('move zoom viewreset resize', () => moved(viewOf(map)));
  return map;
}

export function show(map: L.Map, view: View): void {
  const [lng, lat] = round(view.centre);
  map.setView([lat, lng], zoomOf(view), { animate: false });
}

/** What Leaflet shows now. */
export function viewOf(map: L.Map): View {
  const { lat, lng } = map.getCenter();
  const { x: width, y: height } = map.getSize();
  return { centre: flat([lng, lat]), scale: TILE * 2 ** map.getZoom(), width, height };
}
