import type L from 'leaflet';
import { seesAll } from '../globe/turns.ts';
import { flat, round } from '../mercator.ts';
import { TILE, type View, zoomOf } from '../view.ts';

/** How far a map may be moved: from so far that all of the world is seen, not at all to the sides. */
export interface Limits {
  whole: L.LatLngBounds;
  near: L.LatLngBounds;
}

export interface Followed {
  map: L.Map;
  view(): View;
  show(view: View): void;
}

/**
 * Reports every view of a map, the first one included. Leaflet may not go all the way to where it is sent, and the
 * drawing must be where Leaflet is: places under the pointer are read from Leaflet.
 */
export function follow(map: L.Map, limits: Limits, first: View, moved: (view: View) => void): Followed {
  const limit = (view: View) => {
    map.options.maxBounds = seesAll(view) ? limits.whole : limits.near;
  };
  const show = (view: View) => {
    limit(view);
    const [lng, lat] = round(view.centre);
    map.setView([lat, lng], zoomOf(view), { animate: false });
  };
  // A map that cannot go where it is sent fires `moveend` alone.
  map.on('move zoom viewreset resize moveend', () => {
    const view = viewOf(map);
    limit(view);
    moved(view);
  });
  show(first);
  return { map, view: () => viewOf(map), show };
}

/** What Leaflet shows now. */
function viewOf(map: L.Map): View {
  const { lat, lng } = map.getCenter();
  const { x: width, y: height } = map.getSize();
  return { centre: flat([lng, lat]), scale: TILE * 2 ** map.getZoom(), width, height };
}
