import type { Environment } from '@standpoint/contract';
import type { FaceConsent } from '../../database/face-schema.ts';
import { recordDigest, SIGNATURE_LIFE_S } from '../../evidence/signature.ts';
import { type MintContext, mint } from '../../tokens/mint.ts';
import type { KeyRing } from '../../tokens/signing-keys.ts';
import type { FaceDecided, FaceInput } from '../decision/engines.ts';

export const FACE_EVIDENCE_FORMAT = 'standpoint-face-evidence/1';

/** What was captured, as the manifest chained it: `chain` follows from the nonce and the frames' hashes. */
export interface CapturedFrames {
  /** base64url. */
  nonce: string;
  frames: readonly { sha256: string; t_ms: number; step: string }[];
  chain: string;
  opened_at: string;
  submitted_at: string;
  device: 'desktop' | 'phone';
}

/**
 * The transcript of one judged attempt: the part of a session that is signed. It holds no embedding and no
 * picture but the small grey ones that the checks compared; whose face it was is known to the session alone.
 */
export interface FaceEvidenceRecord extends FaceDecided {
  format: typeof FACE_EVIDENCE_FORMAT;
  session_id: string;
  attempt_id: string;
  org: string;
  env: Environment;
  /** By the server's clock, RFC 3339. */
  decided_at: string;
  /** `simulated`: a sandbox outcome stands in place of what the runner found. */
  decision_source: 'auto' | 'simulated';
  workflow: { workflow_id: string; version: number };
  /** What the person agreed to, by the digest of the text that was shown. */
  consent: FaceConsent | null;
  capture: CapturedFrames;
  input: FaceInput;
}

export const faceRecordText = (record: FaceEvidenceRecord): string => JSON.stringify(record);

/** Signs the record's digest: one Ed25519 signature, whatever the size. */
export const signFaceRecord = (
  keys: KeyRing,
  context: Omit<MintContext, 'life_s'>,
  { session_id, attempt_id }: Pick<FaceEvidenceRecord, 'session_id' | 'attempt_id'>,
  text: string,
): string =>
  mint(
    keys,
    'face_evidence',
    { ...context, life_s: SIGNATURE_LIFE_S },
    { session_id, attempt_id, sha256: recordDigest(text) },
  ).token;
