import type { AttemptAnswer, CaptureManifest } from '@standpoint/contract';
import type { FaceLook, Light, Look } from '../vision/vision.ts';

/**
 * A look as the decision uses it and the evidence keeps it: without the embedding, which identifies the
 * person.
 */
export type KeptLook = Omit<Look, 'face'> & { face: Omit<FaceLook, 'embedding'> | null };

export interface FrameFacts {
  t_ms: number;
  /** Id of the step of the challenge. */
  step: string;
  sha256: string;
  look: KeptLook;
  /**
   * Of a frame of a frontal step: its lowest cosine to another one. The lowest, because an average could hide
   * two people who take turns. Of any other frame: its cosine to the face that all frontal frames make
   * together. Null without an embedding.
   */
  same_person: number | null;
}

/** One picture of the clip. */
export interface ClipPictureFacts {
  t_ms: number;
  sha256: string;
  /** Middle and side of the face, as shares of the picture's longer side; null without a face. */
  face: { x: number; y: number; side: number } | null;
  /** Mean linear light of each region of the skin, in the order of `REGIONS`. */
  regions: readonly (Light | null)[];
  background: Light | null;
  /** How much the picture differs from the one before, as a share of its contrast; null of the first one. */
  change: number | null;
  /** The whole picture as 16 × 16 luma values, base64; of the pictures that are compared with a frame. */
  thumbnail?: string;
}

export interface ClipFacts {
  pictures: readonly ClipPictureFacts[];
  /** Whether every picture could be read. */
  readable: boolean;
  /** How far each region faces the camera, 0 to 1. */
  facing: readonly number[];
  /** When the screen showed each colour, and when it ended the last; as the client says. */
  light: readonly number[] | null;
  /** Its lowest cosine to the face that all frontal frames make together. Null without an embedding. */
  same_person: number | null;
}

export interface SamePerson {
  pair: number;
  ahead: number;
  turned: number;
}

/** The comparison of the customer's face with this capture. */
export type MatchFacts =
  | {
      /**
       * `nothing_to_compare`: the customer was never approved; where the workflow enrols, this is the first
       * visit. None of the others may ever count as a match: `template_lapsed` (approved before, and no
       * template is left), `no_reference` (asked for and never provided), `other_pack` (the template is of
       * another model and could not be made again).
       */
      skipped:
        | 'not_asked'
        | 'nothing_to_compare'
        | 'template_lapsed'
        | 'no_reference'
        | 'no_probe'
        | 'other_pack'
        | 'not_calibrated';
    }
  | {
      skipped?: undefined;
      source: 'template' | 'reference';
      score: number;
      threshold: number;
      /** A score between this and the threshold goes to review. */
      review_threshold: number;
      target_fmr: number;
      /** Numbers of images in the template and in the probe, as in the calibration that was used. */
      template: number;
      probe: number;
      template_age_days: number;
    };

/** Other customers of the organization who look the same. */
export type DedupeFacts =
  | {
      skipped:
        | 'not_asked'
        | 'no_probe'
        | 'not_calibrated'
        | 'gallery_too_large_for_calibration'
        | 'gallery_not_ready';
    }
  | {
      skipped?: undefined;
      gallery: number;
      threshold: number;
      target_fpir: number;
      /** The closest ones above the threshold, best first, at most five. */
      hits: readonly { customer_hash: string; score: number }[];
    };

/** The same without names, because another person's identity is no part of the evidence. */
export type KeptDedupe =
  | Extract<DedupeFacts, { skipped: string }>
  | (Omit<Extract<DedupeFacts, { gallery: number }>, 'hits'> & { hits: readonly { score: number }[] });

/** A frame of this capture that looks like one of an earlier capture in the organization. */
export interface ReplayHit {
  index: number;
  /** Bits of 256 that differ between the perceptual hashes. */
  distance: number;
  same_customer: boolean;
  age_s: number;
}

/**
 * All facts on which a face decision is based: plain JSON, so that it can be computed again from the
 * evidence.
 */
export interface FaceFacts {
  engine_version: string;
  challenge: AttemptAnswer['challenge'];
  /** Milliseconds from the opening of the attempt to its submit, by the server's clock. */
  elapsed_ms: number;
  frames: readonly FrameFacts[];
  /** Left out in captures without a clip. */
  clip?: ClipFacts;
  /** The client's statements about its camera: a hint that can only raise suspicion. */
  track: CaptureManifest['track'] | null;
  replays: readonly ReplayHit[];
  match: MatchFacts;
  dedupe: KeptDedupe;
  pack: {
    id: string;
    version: string;
    models: readonly { role: string; file: string; sha256: string }[];
    liveness_threshold: number | null;
    /**
     * Below these values of `same_person` a frame shows another person: of two frontal frames, of a face that
     * looks ahead, and of a turned one. Null: matching is not calibrated.
     */
    same_person: SamePerson | null;
  };
  /** Liveness mode of the workflow. */
  mode: 'passive' | 'active' | 'adaptive';
  /**
   * Whether the workflow enrols people who pass: a customer who was never approved is then at the first
   * visit.
   */
  enrols: boolean;
}
