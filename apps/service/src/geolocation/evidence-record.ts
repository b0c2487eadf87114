import { createHash } from 'node:crypto';
import type { Environment, VerifyAnswer } from '@standpoint/contract';
import { openBytes } from '../privacy/envelope.ts';
import { type MintContext, mint } from '../tokens/mint.ts';
import type { KeyRing } from '../tokens/signing-keys.ts';
import type { Decision } from './decision.ts';
import type { DecisionInput } from './facts.ts';
import type { Person } from './person.ts';

export const EVIDENCE_FORMAT = 'standpoint-evidence/1';

/**
 * What was decided, and everything that it was decided from: the part of a verification that is signed. It says where a
 * device stood and not whose it is; the verification id leads there for those who may know.
 */
export interface EvidenceRecord {
  format: typeof EVIDENCE_FORMAT;
  verification_id: string;
  org: string;
  env: Environment;
  /** Receipt by the server's clock, RFC 3339; the same moment as `input.now_ms`. */
  decided_at: string;
  /** `simulated`: a sandbox outcome stands in place of what the engine said. */
  decision_source: 'auto' | 'simulated';
  input: DecisionInput;
  decision: Decision;
}

/** What else is kept sealed with a verification: the answer that was given, and the names. Never exported. */
export interface Particulars {
  answer: VerifyAnswer;
  transaction_name: string | null;
  person: Person;
}

export interface Bundle extends Particulars {
  input: DecisionInput;
  decision: Decision;
  /** The record's exact text. Its digest was signed: it is stored and passed on as it is, never written anew. */
  record: string;
  /** JWS over the digest. Null: decided before decisions were signed. */
  signature: string | null;
}

/** Signed decisions are asked for years later, as erasure receipts are. */
const SIGNATURE_LIFE_S = 10 * 365 * 86_400;

export const recordText = (record: EvidenceRecord): string => JSON.stringify(record);

/** SHA-256 of the record's UTF-8 bytes, base64url. */
export const recordDigest = (text: string): string => createHash('sha256').update(text).digest('base64url');

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

/** JSON.stringify never writes a line feed, so one ends the record: its text needs no second escaping. */
const END = '\n';

/** The text that is sealed. */
export const bundleText = (record: string, signature: string, particulars: Particulars): string =>
  record + END + JSON.stringify({ signature, ...particulars });

/** Opens what was sealed; throws when the key, the row or a byte differs. */
export function openBundle(key: Parameters<typeof openBytes>[0], sealed: Uint8Array, aad: string): Bundle {
  const text = openBytes(key, sealed, aad).toString('utf8');
  const end = text.indexOf(END);
  if (end < 0) {
    // From before decisions were signed: one object with everything.
    const { input, decision, ...particulars } = JSON.parse(text) as Omit<Bundle, 'record' | 'signature'>;
    return { input, decision, record: '', signature: null, ...particulars };
  }
  const record = text.slice(0, end);
  const { input, decision } = JSON.parse(record) as EvidenceRecord;
  return {
    input,
    decision,
    record,
    ...(JSON.parse(text.slice(end + 1)) as Particulars & { signature: string }),
  };
}
