import type { AttemptAnswer, CaptureManifest } from '@standpoint/contract';
import type { FaceLook, Look } from '../vision/vision.ts';

/** A look as the decision sees it and the evidence keeps it: without the embedding, which is the person. */
export type KeptLook = Omit<Look, 'face'> & { face: Omit<FaceLook, 'embedding'> | null };

export interface FrameFacts {
  t_ms: number;
  /** Id of the challenge's step. */
  step: string;
  sha256: string;
  look: KeptLook;
  /**
   * Lowest cosine to a frontal frame of this capture other than itself: a swap cannot hide in an average.
   * Null without an embedding.
   */
  same_person: number | null;
}

/** The face of the customer against this capture. */
export type MatchFacts =
  | {
      /**
       * `nothing_to_compare`: the customer was never approved; where the workflow enrols, this is the first
       * visit. All that follow must never count as a match: `template_lapsed` (approved before, and no
       * template is left), `no_reference` (asked for and never given), `other_pack` (the template is of
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
      /** Below the threshold and above this one a person looks at it. */
      review_threshold: number;
      target_fmr: number;
      /** Images in the template and in the probe, as in the calibration that was used. */
      template: number;
      probe: number;
      template_age_days: number;
    };

/** Others of the organization who look the same. */
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
      /** The closest ones above the threshold, best first, at most 5. */
      hits: readonly { customer_id: string; score: number }[];
    };

/** The same without their names: whose they are is no part of another person's evidence. */
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

/** Everything a face decision stands on: plain JSON, so that it can be computed again from the evidence. */
export interface FaceFacts {
  engine_version: string;
  challenge: AttemptAnswer['challenge'];
  /** From the opening of the attempt to its submit, by the server's clock. */
  elapsed_ms: number;
  frames: readonly FrameFacts[];
  /** What the client says about its camera; a hint that can only raise suspicion. */
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
     * Two frames of one capture below this cosine do not show one person; null: matching is not calibrated.
     */
    same_person_threshold: number | null;
  };
  /** Of the workflow. */
  mode: 'passive' | 'active' | 'adaptive';
  /** Whether the workflow enrols who passes: then a customer who was never approved is at the first visit. */
  enrols: boolean;
}
