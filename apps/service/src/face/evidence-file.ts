import { Type } from '@standpoint/contract';
import { compile } from '../compiled.ts';
import { parseJson } from '../json.ts';
import { kidOf, type PublicSigningKey, publicSigningKey } from '../tokens/check-evidence.ts';
import type { KeyRing } from '../tokens/signing-keys.ts';
import { FACE_EVIDENCE_FORMAT, type FaceEvidenceRecord } from './evidence-record.ts';

/**
 * A judged attempt as it leaves the service: one line of JSON. What stands beside `record` is for the reader and has to agree with it;
 * the truth is the record's text, whose digest the signature covers.
 */
export interface FaceEvidenceFile {
  format: typeof FACE_EVIDENCE_FORMAT;
  session_id: string;
  attempt_id: string;
  org: string;
  env: string;
  decided_at: string;
  engine_version: string;
  /** JSON of a `FaceEvidenceRecord`, exactly as it was signed. */
  record: string;
  /** Compact JWS (RFC 7515) of type `face-evidence+jwt`. */
  signature: string;
  /** The key that signed; null when it was withdrawn. Trust comes from a pinned set. */
  jwk: PublicSigningKey | null;
}

const Text = Type.String();
const fits = compile(
  Type.Object(
    {
      format: Type.Literal(FACE_EVIDENCE_FORMAT),
      session_id: Text,
      attempt_id: Text,
      org: Text,
      env: Text,
      decided_at: Text,
      engine_version: Text,
      record: Text,
      signature: Text,
      jwk: Type.Union([Type.Record(Text, Text), Type.Null()]),
    },
    { additionalProperties: false },
  ),
);

/** What of a record stands beside it. */
const headOf = ({ format, session_id, attempt_id, org, env, decided_at, input }: FaceEvidenceRecord) => ({
  format,
  session_id,
  attempt_id,
  org,
  env,
  decided_at,
  engine_version: input.engine_version,
});

export function faceEvidenceFile(keys: KeyRing, record: string, signature: string): FaceEvidenceFile {
  const parsed = JSON.parse(record) as FaceEvidenceRecord;
  const kid = kidOf(signature);
  const jwk = keys.of(parsed.env).jwks.keys.find((key) => key.kid === kid);
  return { ...headOf(parsed), record, signature, jwk: jwk ? publicSigningKey(jwk) : null };
}

/** Whether a line of an evidence file says that it is about a face; nothing of it is believed yet. */
export function isFaceEvidence(line: string): boolean {
  return line.startsWith(`{"format":"${FACE_EVIDENCE_FORMAT}"`);
}

/**
 * Reads one line. Anything but the very text that an export writes is refused with a reason: then no byte of the file can change
 * unnoticed, not even one that means nothing.
 */
export function readFaceEvidence(
  line: string,
): { file: FaceEvidenceFile; record: FaceEvidenceRecord } | { problem: string } {
  let file: FaceEvidenceFile;
  let record: FaceEvidenceRecord;
  try {
    file = parseJson(line) as FaceEvidenceFile;
    if (!fits.Check(file)) return { problem: 'it does not have the form of face evidence' };
    // Not the strict parser: what a client said of its camera may lie as deep as it allows.
    record = JSON.parse(file.record) as FaceEvidenceRecord;
    const { input, capture, verdict, findings, workflow } = record;
    const parts: unknown[] = [verdict, findings, workflow];
    const whole = parts.every((part) => typeof part === 'object' && part !== null);
    if (!whole || typeof input.engine_version !== 'string' || !Array.isArray(capture.frames))
      return { problem: 'its record is not one' };
  } catch (error) {
    return { problem: (error as Error).message };
  }
  const jwk = file.jwk && publicSigningKey(file.jwk as unknown as Record<string, unknown>);
  if (file.jwk && !jwk) return { problem: 'jwk is not a signing key, or not the one that it is named after' };
  const again = JSON.stringify({
    ...headOf(record),
    record: file.record,
    signature: file.signature,
    jwk,
  });
  if (again !== line)
    return { problem: 'it is not written as an export writes it, or does not agree with its record' };
  return { file, record };
}
