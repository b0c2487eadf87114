import type { Environment } from '@standpoint/contract';
import type { FaceConsent } from '../../database/tables/face.ts';
import { recordDigest, SIGNATURE_LIFE_S } from '../../evidence/signature.ts';
import { type MintContext, mint } from '../../tokens/mint.ts';
import type { KeyRing } from '../../tokens/signing-keys.ts';
import type { FaceDecided, FaceInput } from '../decision/engines.ts';

export const FACE_EVIDENCE_FORMAT = 'standpoint-face-evidence/1';

/** The frames as the manifest chained them: `chain` follows from the nonce and the hashes. */
interface CapturedFrames {
  /** base64url. */
  nonce: string;
  frames: readonly { sha256: string; t_ms: number; step: string }[];
  /** SHA-256 of each picture of the clip, in order; the chain goes on with them. */
  clip?: readonly string[];
  chain: string;
  opened_at: string;
  submitted_at: string;
  device: 'desktop' | 'phone';
}

/**
 * The transcript of one judged attempt: the part of a session that is signed. It holds no embedding, and no
 * pictures but the small grey ones that the checks compared. Only the session knows the identity of the
 * person.
 */
export interface FaceEvidenceRecord extends FaceDecided {
  format: typeof FACE_EVIDENCE_FORMAT;
  session_id: string;
  attempt_id: string;
  org: string;
  env: Environment;
  /** By the server's clock, RFC 3339. */
  decided_at: string;
  /** `simulated`: a sandbox outcome replaces the findings of the runner. */
  decision_source: 'auto' | 'simulated';
  workflow: { workflow_id: string; version: number };
  /** The consent of the person, with the digest of the text that was shown. */
  consent: FaceConsent | null;
  capture: CapturedFrames;
  input: FaceInput;
}

export const faceRecordText = (record: FaceEvidenceRecord): string => JSON.stringify(record);

/** Signs the digest of the record: one Ed25519 signature of the same size for every record. */
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
