/** A Leaflet without controls and animations: what lies above it is our own, and moves when it moves. */
export const BARE = {
  attributionControl: false,
  zoomControl: false,
  zoomAnimation: false,
  fadeAnimation: false,
  zoomSnap: 0,
  // Each map follows the size of its own place.
  trackResize: false,
} as const;
