import type { explained, Verification } from '@standpoint/contract';

export type Check = Verification['checks'][number];

/** A check of the record with what the service explains of it. */
export interface Explained extends Check {
  about: explained.ExplainedCheck;
}
