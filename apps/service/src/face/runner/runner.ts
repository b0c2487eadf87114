import type { AttemptAnswer, CaptureManifest, Environment } from '@standpoint/contract';
import type { FaceCheck } from '../../database/face-schema.ts';
import type { FaceFacts } from '../decision/facts.ts';
import type { Fused } from '../decision/match.ts';
import type { Pack } from '../vision/vision.ts';

/** What was captured, as it passed the server's checks. */
export interface Capture {
  org: string;
  env: Environment;
  session_id: string;
  attempt_id: string;
  customer_id: string;
  /** The version that the session's token pinned. */
  workflow_id: string;
  workflow_version: number;
  /** From the opening of the attempt to its submit, by the server's clock. */
  elapsed_ms: number;
  challenge: AttemptAnswer['challenge'];
  manifest: CaptureManifest;
  /** In the order of the manifest. */
  frames: readonly { bytes: Buffer; width: number; height: number }[];
}

/** What the checks say of a capture. Facts, not a decision: `decision.ts` decides. */
export interface Judged {
  outcome: 'analysed';
  /** Codes that a person can act on, e.g. `too_dark`; not empty: the capture cannot be judged. */
  quality: readonly string[];
  /**
   * quality, challenge, liveness, injection, match, dedupe; outcome: pass, fail, suspected, unavailable,
   * skipped.
   */
  checks: Record<string, FaceCheck>;
}

/** What the checks stand on: for the evidence, and for what is kept of a capture that is approved. */
export interface Basis {
  facts: FaceFacts;
  /** The face of this capture; null without a usable frame. Never part of the evidence: it is the person. */
  probe: Fused | null;
  pack: Pack;
  /** Who else looks the same, best first. */
  duplicates: readonly { customer_id: string; score: number }[];
}

export type Findings = { outcome: 'unavailable' } | (Judged & { basis?: Basis });

/**
 * Looks at the frames of one attempt. May take up to 60 s; a throw counts as an outage, never as a failed
 * person.
 */
export interface FaceRunner {
  analyse(capture: Capture): Promise<Findings>;
  /**
   * Seconds to wait when so many images would not be taken now; null: they would. Asked before an attempt is
   * counted.
   */
  waitFor?(images: number, env?: Environment): number | null;
  /**
   * A capture of production will be analysed: until the function returned is called, the sandbox's wait for
   * it.
   */
  expect?(): () => void;
  /** Somebody is about to capture: what takes long to load is loaded meanwhile. */
  prepare?(): void;
}

/** No face runner is installed: nothing is known about the capture, and nothing may be approved. */
export const noRunner: FaceRunner = { analyse: async () => ({ outcome: 'unavailable' }) };
