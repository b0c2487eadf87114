import type { Environment } from '@standpoint/contract';

/** Fractions of the image's width and height, origin top left. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * One face in one image. Left and right are the person's own, because images are the camera's view and never
 * mirrored.
 */
export interface FaceLook {
  /** Confidence of the detector, 0 to 1. */
  confidence: number;
  box: Box;
  /** Whether the box extends beyond the image. */
  cut_off: boolean;
  centre: { x: number; y: number };
  /**
   * Chin to forehead along the face, in three dimensions (so a turn does not shrink it), relative to the
   * image's shorter side.
   */
  size: number;
  /** The same length in pixels of the image as it was sent. */
  size_px: number;
  /**
   * Degrees. yaw > 0: turned to the person's left; pitch > 0: looking up; roll > 0: tilted to the person's
   * left shoulder.
   */
  pose: { yaw: number; pitch: number; roll: number };
  /**
   * Lengths relative to the distance between the outer eye corners, in three dimensions. `lift` > 0: the
   * corners are above the middle of the lips.
   */
  mouth: { width: number; open: number; lift: number };
  /** Opening of each eye relative to its width. */
  eyes: { left: number; right: number };
  /**
   * Luma, 0 to 1: of the face, of its surroundings; its spread within the face; the share of the face's
   * pixels at either end of the scale.
   */
  light: { face: number; around: number; contrast: number; clipped: number };
  /**
   * Mean linear RGB, 0 to 1, of the face and of its surroundings, to detect colours that the screen shows.
   */
  colour: { face: [number, number, number]; around: [number, number, number] };
  /** Variance of the Laplacian of the aligned face at a fixed size, luma 0 to 255. */
  sharpness: number;
  /** Noise of the aligned face between neighbouring pixels, relative to its mean luma. */
  grain: number;
  /** How likely something hides part of the face, 0 to 1. */
  covered: number;
  /**
   * Passive liveness score of the pack's model, 0 to 1; null where it was not asked for or the crop does not
   * fit into the image.
   */
  live: number | null;
  /** L2-normalised; null where it was not asked for or the face cannot be aligned. */
  embedding: Float32Array | null;
}

/** What is seen in one image. */
export interface Look {
  /**
   * Pixels as sent, after EXIF orientation. 0 × 0: the image cannot be read (not JPEG, WebP or PNG, cut off,
   * damaged, or above 16 megapixels), which is the image's fault.
   */
  width: number;
  height: number;
  /** How many faces were found. */
  faces: number;
  /** The largest face; null if there is none. */
  face: FaceLook | null;
  /** Perceptual hash (DCT) of the whole image, 256 bits as 64 hexadecimal digits. */
  print: string;
  /** The whole image as 32 × 32 luma values, row by row, base64. */
  thumbnail: string;
}

/** Linear red, green and blue, 0 to 1. */
export type Light = readonly [r: number, g: number, b: number];

/** What is seen in one picture of a clip. */
export interface ClipPicture {
  /** Middle and side of the face, as shares of the picture's longer side; null without a face. */
  face: { x: number; y: number; side: number } | null;
  /** Mean light of each region of the skin, in the order of `REGIONS`. */
  regions: readonly (Light | null)[];
  background: Light | null;
  /** How much the picture differs from the one before, as a share of its contrast; null of the first one. */
  change: number | null;
  /** The whole picture as 16 × 16 luma values, row by row, base64. */
  thumbnail: string;
}

export interface ClipLook {
  /** Null: a picture of the clip cannot be read. */
  pictures: readonly ClipPicture[] | null;
  /** How far each region faces the camera, 0 to 1; the mean over the clip. */
  facing: readonly number[];
  /** L2-normalised, of pictures spread over the clip. Never kept: they identify the person. */
  embeddings: readonly Float32Array[];
}

/**
 * A point of a calibration: at `threshold` (cosine similarity), the share of impostor pairs that is accepted,
 * and the share of genuine pairs that is refused.
 */
interface CalibrationPoint {
  fmr: number;
  threshold: number;
  fnmr: number;
}
export interface Calibration {
  /** How many images make a template and a probe. */
  template: number;
  probe: number;
  genuine_pairs: number;
  impostor_pairs: number;
  points: readonly CalibrationPoint[];
  /** The share of genuine pairs that further thresholds refuse. */
  refused?: readonly Omit<CalibrationPoint, 'fmr'>[];
  /** What was measured for groups of people. It raises the threshold for all; nothing infers a person's group. */
  groups?: readonly GroupCalibration[];
  /** The data on which it was measured, in words. */
  data: string;
}

/** The false matches among the people of one group, or within each of several small groups together. */
export interface GroupCalibration {
  name: string;
  people: number;
  impostor_pairs: number;
  points: readonly Omit<CalibrationPoint, 'fnmr'>[];
}

/** A model pack's description of itself: data, not code. */
export interface Pack {
  /** `accurate`, `strict`, or the name of an operator's own pack. */
  id: string;
  /**
   * Changes with any model, preparation step or alignment. Templates of different versions are never
   * compared.
   */
  version: string;
  models: readonly { role: string; file: string; sha256: string; licence: string; provenance: string }[];
  dimensions: number;
  /** Empty: matching is not calibrated, and nothing may be approved by it. */
  match: readonly Calibration[];
  /** null: passive liveness is not calibrated. */
  liveness: { threshold: number; apcer: string; bpcer: string; report: string } | null;
}

/** Too many images are waiting: the caller answers 503 with Retry-After. */
export class VisionBusy extends Error {
  readonly retry_after_s: number;
  constructor(retry_after_s: number) {
    super('too many images wait');
    this.retry_after_s = retry_after_s;
  }
}

/** The service goes down. That says nothing about the image: nothing may be decided. */
export class VisionClosed extends Error {}

/** The models, which run in worker threads. */
export interface Vision {
  readonly pack: Pack;
  /**
   * One look for each image, in order. Throws VisionBusy; any other throw is an outage of ours. Images of the
   * sandbox wait for those of production, so the caller names the environment (default: production).
   */
  look(
    images: readonly Buffer[],
    wants?: { embedding?: boolean; live?: boolean },
    env?: Environment,
  ): Promise<Look[]>;
  /** Measures a clip as one piece of work. Waits its turn like the images of its capture. */
  lookAtClip(pictures: readonly Buffer[], env?: Environment): Promise<ClipLook>;
  /** Whether so many more images would be taken now. Asked before an upload is counted. */
  hasRoom(images: number, env?: Environment): boolean;
  /**
   * Announces a capture of production: the sandbox leaves it a worker until the returned function is called.
   */
  expect?(): () => void;
  close(): Promise<void>;
}
