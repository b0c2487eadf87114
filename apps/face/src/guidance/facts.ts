import type { FaceLook } from '../../../service/src/face/vision/vision.ts';

/** The facts that the service's models see in one camera picture, in the service's own measures and units. */
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
  | 'grain'
  | 'covered'
>;

export interface Facts {
  /** `performance.now()` of the page, in ms, when the picture was taken from the video. */
  at: number;
  faces: number;
  /** The largest face; null without one. */
  face: SeenFace | null;
  /** Pixels of the camera's picture. */
  picture: { width: number; height: number };
  /** Milliseconds that the models took. */
  took: number;
}
