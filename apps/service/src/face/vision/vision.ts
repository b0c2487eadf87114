import type { Environment } from '@standpoint/contract';

/** Fractions of the image's width and height, origin top left. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * One face in one image. Left and right are the person's own: images are the camera's view, never mirrored.
 */
export interface FaceLook {
  /** Of the detector, 0 to 1. */
  confidence: number;
  box: Box;
  /** Whether the box leaves the image. */
  cut_off: boolean;
  centre: { x: number; y: number };
  /**
   * Chin to forehead along the face, in three dimensions (a turn does not shrink it), by the image's shorter
   * side.
   */
  size: number;
  /** The same in pixels of the image as it was sent. */
  size_px: number;
  /**
   * Degrees. yaw > 0: turned to the person's left; pitch > 0: looking up; roll > 0: tilted to the person's
   * left shoulder.
   */
  pose: { yaw: number; pitch: number; roll: number };
  /**
   * Lengths by the distance between the outer eye corners (in three dimensions); `mouth_lift` > 0: corners
   * above the lips' middle.
   */
  mouth: { width: number; open: number; lift: number };
  /** Opening by width of each eye. */
  eyes: { left: number; right: number };
  /**
   * Luma, 0 to 1: of the face, of what is around it, spread within the face, share of the face at either end
   * of the scale.
   */
  light: { face: number; around: number; contrast: number; clipped: number };
  /** Mean linear RGB, 0 to 1, of the face and of what is around it: for colours that the screen shows. */
  colour: { face: [number, number, number]; around: [number, number, number] };
  /** Variance of the Laplacian of the aligned face at a fixed size, luma 0 to 255. */
  sharpness: number;
  /** 0 to 1: how likely something is before the face. */
  covered: number;
  /**
   * Passive liveness of the pack's model, 0 to 1; null where it was not asked or the crop does not fit into
   * the image.
   */
  live: number | null;
  /** L2-normalised; null where it was not asked or the face cannot be aligned. */
  embedding: Float32Array | null;
}

/** One image. */
export interface Look {
  /**
   * Pixels as sent, after EXIF orientation; 0 × 0: it cannot be read (no JPEG, WebP or PNG, cut off, damaged,
   * above 16 megapixels), the image's fault.
   */
  width: number;
  height: number;
  /** How many faces were found. */
  faces: number;
  /** The largest; null without one. */
  face: FaceLook | null;
  /** Perceptual hash (DCT) of the whole image, 256 bits as 64 hexadecimal digits. */
  print: string;
  /** The whole image as 32 × 32 luma values, row by row, base64. */
  thumbnail: string;
}

/**
 * A calibration: at `threshold` (cosine similarity) this share of impostor pairs is accepted, and of genuine
 * ones refused.
 */
export interface CalibrationPoint {
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
  /** What it was measured on, in words. */
  data: string;
}

/** What a model pack says about itself; data, not code. */
export interface Pack {
  /** `accurate`, `strict`, or an operator's own. */
  id: string;
  /**
   * Changes with any model, step of preparation or alignment: templates of different versions are never
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

/** More images wait than this process may take: the caller answers 503 with Retry-After. */
export class VisionBusy extends Error {
  readonly retry_after_s: number;
  constructor(retry_after_s: number) {
    super('too many images wait');
    this.retry_after_s = retry_after_s;
  }
}

/** The models behind worker threads. */
export interface Vision {
  readonly pack: Pack;
  /**
   * One look for each image, in order. Throws VisionBusy; any other throw is an outage of ours. Images of the
   * sandbox wait for production's, so whoever asks says whose they are (default: production).
   */
  look(
    images: readonly Buffer[],
    wants?: { embedding?: boolean; live?: boolean },
    env?: Environment,
  ): Promise<Look[]>;
  /** Whether `images` more would be taken now: asked before an upload is counted. */
  hasRoom(images: number, env?: Environment): boolean;
  /**
   * A capture of production is on its way: until the function returned is called, the sandbox leaves it a
   * worker.
   */
  expect?(): () => void;
  close(): Promise<void>;
}
