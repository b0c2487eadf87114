import type { FaceSession } from '@standpoint/contract';

/** The end of one presentation. */
export interface Outcome {
  /**
   * `refused`: the service refused it before any analysis. `retry`: only the picture quality failed, so the
   * person would be asked again. `unanswered`: the analysis gave no answer in time.
   */
  end: 'approved' | 'review' | 'declined' | 'retry' | 'refused' | 'unanswered';
  /** The backend's reason codes. For a refusal, its code and the private reason. */
  by: string[];
  checks: FaceSession['checks'];
  /** Milliseconds from submit to the answer. */
  ms: number;
}
