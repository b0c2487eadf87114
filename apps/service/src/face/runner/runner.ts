import type { AttemptAnswer, CaptureManifest, Environment } from '@standpoint/contract';
import type { FaceCheck } from '../../database/tables/face.ts';
import type { FaceFacts } from '../decision/facts.ts';
import type { Fused } from '../decision/match.ts';
import type { Pack } from '../vision/vision.ts';

/** A capture that passed the checks of its upload. */
export interface Capture {
  org: string;
  env: Environment;
  session_id: string;
  attempt_id: string;
  customer_hash: string;
  /** The fixed outcome that a sandbox customer's id asked for. */
  outcome: string | null;
  /** The workflow version that the session's token pinned. */
  workflow_id: string;
  workflow_version: number;
  /** Milliseconds from the opening of the attempt to its submit, by the server's clock. */
  elapsed_ms: number;
  challenge: AttemptAnswer['challenge'];
  manifest: CaptureManifest;
  /** In the order of the manifest. */
  frames: readonly { bytes: Buffer; width: number; height: number }[];
  clip: { pictures: readonly { bytes: Buffer }[] } | null;
}

/** The results of the checks: facts, not a decision. `decision.ts` decides. */
export interface Judged {
  outcome: 'analysed';
  /** Codes that a person can act on, e.g. `too_dark`. If there are any, the capture cannot be judged. */
  quality: readonly string[];
  /**
   * By check (quality, challenge, liveness, injection, match, dedupe); the outcome is pass, fail, suspected,
   * unavailable or skipped.
   */
  checks: Record<string, FaceCheck>;
}

/** The input of the checks: for the evidence, and for the template of an approved capture. */
export interface Basis {
  facts: FaceFacts;
  /**
   * The face of this capture; null without a usable frame. Never part of the evidence, because it identifies
   * the person.
   */
  probe: Fused | null;
  pack: Pack;
  /** Other customers who look the same, best first. */
  duplicates: readonly { customer_hash: string; score: number }[];
}

export type Findings = { outcome: 'unavailable' } | (Judged & { basis?: Basis });

/**
 * Analyses the frames of one attempt. May take up to 60 s. A throw counts as an outage, never as a failure of
 * the person.
 */
export interface FaceRunner {
  analyse(capture: Capture): Promise<Findings>;
  /**
   * Seconds to wait if so many images would not be taken now; null if they would. Asked before an attempt is
   * counted.
   */
  waitFor?(images: number, env?: Environment): number | null;
  /** Announces a capture of production: the sandbox's captures wait until the returned function is called. */
  expect?(): () => void;
  /** A person is about to capture. Loads the models in the background. */
  prepare?(): void;
}

/** No runner is installed: nothing is known about the capture, so nothing may be approved. */
export const noRunner: FaceRunner = { analyse: async () => ({ outcome: 'unavailable' }) };
