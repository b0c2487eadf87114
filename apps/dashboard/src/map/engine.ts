import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { BARE } from './bare.ts';
import { type Followed, follow } from './moving/follow.ts';
import type { View } from './view.ts';

const limitAt = (lng: number) => L.latLngBounds([-85.05, -lng], [85.05, lng]);
/** From near, the 180th meridian may lie in the middle of the map, with half of the next world beside it. */
const LIMITS = { whole: limitAt(180), near: limitAt(360) };

/**
 * Leaflet moves and zooms; the drawing below it is our own, so it adds no layer. Zooming jumps: an animated zoom would
 * stretch the labels. Needs no inline style: Leaflet sets styles one by one, which the page's policy allows.
 */
export function openEngine(place: HTMLElement, first: View, moved: (view: View) => void): Followed {
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
    maxBounds: LIMITS.near,
    maxBoundsViscosity: 0.8,
  });
  place.tabIndex = 0;
  return follow(map, LIMITS, first, moved);
}
