import type { FaceLook } from '../../../service/src/face/vision/vision.ts';

/** What the service's models see in one picture of the camera; measures and units are the service's own. */
export type SeenFace = Pick<
  FaceLook,
  | 'box'
  | 'cut_off'
  | 'centre'
  | 'size'
  | 'size_px'
  | 'pose'
  | 'mouth'
  | 'eyes'
  | 'light'
  | 'sharpness'
  | 'covered'
>;

export interface Facts {
  /** Milliseconds, `performance.now()` of the page when the picture was taken from the video. */
  at: number;
  faces: number;
  /** The largest; null without one. */
  face: SeenFace | null;
  /** Pixels of the camera's picture. */
  picture: { width: number; height: number };
  /** Milliseconds that looking took. */
  took: number;
}
