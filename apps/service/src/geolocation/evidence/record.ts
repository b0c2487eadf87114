import type { Environment } from '@standpoint/contract';
import { recordDigest, SIGNATURE_LIFE_S } from '../../evidence/signature.ts';
import { type MintContext, mint } from '../../tokens/mint.ts';
import type { KeyRing } from '../../tokens/signing-keys.ts';
import type { Decision } from '../decision/decision.ts';
import type { DecisionInput } from '../decision/facts.ts';

export const EVIDENCE_FORMAT = 'standpoint-evidence/1';

/**
 * The decision, and everything that it was made from: the signed part of a verification. It says where a
 * device stood and not whose it is. Only a reader of the database can follow the verification id to the
 * person.
 */
export interface EvidenceRecord {
  format: typeof EVIDENCE_FORMAT;
  verification_id: string;
  org: string;
  env: Environment;
  /** Receipt by the server's clock, RFC 3339; the same time as `input.now_ms`. */
  decided_at: string;
  /** `simulated`: a sandbox outcome replaces the engine's decision. */
  decision_source: 'auto' | 'simulated';
  input: DecisionInput;
  decision: Decision;
}

export const recordText = (record: EvidenceRecord): string => JSON.stringify(record);

/** Signs the digest: one Ed25519 signature, whatever the size. */
export const signRecord = (
  keys: KeyRing,
  context: Omit<MintContext, 'life_s'>,
  verification_id: string,
  text: string,
): string =>
  mint(
    keys,
    'evidence',
    { ...context, life_s: SIGNATURE_LIFE_S },
    { verification_id, sha256: recordDigest(text) },
  ).token;
