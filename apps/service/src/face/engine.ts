import type { AttemptAnswer, CaptureManifest, Environment } from '@standpoint/contract';
import type { FaceCheck } from '../database/schema.ts';

/** What was captured, as it passed the server's checks. */
export interface Capture {
  org: string;
  env: Environment;
  session_id: string;
  attempt_id: string;
  customer_id: string;
  challenge: AttemptAnswer['challenge'];
  manifest: CaptureManifest;
  /** In the order of the manifest. */
  frames: readonly { bytes: Buffer; width: number; height: number }[];
}

/** What an engine found. Facts, not a decision: `decision.ts` decides. */
export type Findings =
  | { outcome: 'unavailable' }
  | {
      outcome: 'analysed';
      /** Codes that a person can act on, e.g. `too_dark`; not empty: the capture cannot be judged. */
      quality: readonly string[];
      /** liveness, injection, match, dedupe; outcome: pass, fail, suspected, unavailable, skipped. */
      checks: Record<string, FaceCheck>;
    };

/** Looks at the frames of one attempt. May take up to 60 s; a throw counts as an outage, never as a failed person. */
export interface FaceEngine {
  analyse(capture: Capture): Promise<Findings>;
}

/** No face engine is installed: nothing is known about the capture, and nothing may be approved. */
export const noEngine: FaceEngine = { analyse: async () => ({ outcome: 'unavailable' }) };
