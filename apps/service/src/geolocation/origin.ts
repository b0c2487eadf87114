import type { Evidence } from '@standpoint/contract';
import { NO_ORIGIN, type OriginFacts } from './facts.ts';
import type { Extra } from './verification-records.ts';

export interface Origin {
  facts: OriginFacts;
  /** What the statement that records the verification has to write for it. */
  extra: Extra;
}

/** What is proven about where the evidence came from. */
export async function readOrigin(evidence: Evidence): Promise<Origin> {
  const kind = evidence.integrity?.kind ?? 'none';
  return { facts: { ...NO_ORIGIN, attestation: kind === 'none' ? 'none' : 'unverified' }, extra: {} };
}
