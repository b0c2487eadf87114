import type { SeenFace } from '../facts.ts';

/** A face straight ahead, in good light and of a good size: no hint is given for it. */
export const GOOD: SeenFace = {
  box: { x: 0.35, y: 0.25, width: 0.3, height: 0.5 },
  cut_off: false,
  centre: { x: 0.5, y: 0.5 },
  size: 0.5,
  size_px: 360,
  pose: { yaw: 0, pitch: 0, roll: 0 },
  mouth: { width: 0.65, open: 0.02, lift: 0 },
  eyes: { left: 0.28, right: 0.28 },
  light: { face: 0.5, around: 0.4, contrast: 0.15, clipped: 0 },
  sharpness: 200,
  grain: 0.005,
  covered: 0,
};
