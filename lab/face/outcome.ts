import type { FaceSession } from '@standpoint/contract';

/** How one presentation ended. */
export interface Outcome {
  /**
   * `refused` before anything was looked at; `retry`: the picture's quality alone, the person would be asked
   * again; `unanswered`: the engine gave no answer in time.
   */
  end: 'approved' | 'review' | 'declined' | 'retry' | 'refused' | 'unanswered';
  /** Reasons for the backend; of a refusal its code and the private reason. */
  by: string[];
  checks: FaceSession['checks'];
  /** From submit to the answer. */
  ms: number;
}
