import { Type } from '@standpoint/contract';
import { parseJson } from '../json.ts';
import { kidOf, type PublicSigningKey, publicSigningKey } from '../tokens/check-evidence.ts';
import type { KeyRing } from '../tokens/signing-keys.ts';
import { EVIDENCE_FORMAT, type EvidenceRecord } from './evidence-record.ts';
import { shape } from './shape.ts';

/**
 * A verification's evidence as it leaves the service: one line of JSON. What stands beside `record` is for the reader and
 * has to agree with it; the truth is the record's text, whose digest the signature covers.
 */
export interface EvidenceFile {
  format: typeof EVIDENCE_FORMAT;
  verification_id: string;
  org: string;
  env: string;
  decided_at: string;
  engine_version: string;
  /** JSON of an `EvidenceRecord`, exactly as it was signed. */
  record: string;
  /** Compact JWS (RFC 7515) of type `evidence+jwt`. */
  signature: string;
  /** The key that signed, so that the file can be checked alone; null when it was withdrawn. Trust comes from a pinned set. */
  jwk: PublicSigningKey | null;
}

const Text = Type.String();
const shapeProblems = shape(
  Type.Object(
    {
      format: Type.Literal(EVIDENCE_FORMAT),
      verification_id: Text,
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

export function evidenceFile(keys: KeyRing, record: string, signature: string): EvidenceFile {
  const { format, verification_id, org, env, decided_at, input } = JSON.parse(record) as EvidenceRecord;
  const kid = kidOf(signature);
  const jwk = keys.of(env).jwks.keys.find((key) => key.kid === kid);
  return {
    format,
    verification_id,
    org,
    env,
    decided_at,
    engine_version: input.engine_version,
    record,
    signature,
    jwk: jwk ? publicSigningKey(jwk) : null,
  };
}

export interface ReadEvidence {
  file: EvidenceFile;
  record: EvidenceRecord;
}

/**
 * Reads one line of an evidence file. Anything but the very text that an export writes is refused with a reason: then no byte
 * of the file can change unnoticed, not even one that means nothing.
 */
export function readEvidence(line: string): ReadEvidence | { problem: string } {
  let file: EvidenceFile;
  let record: EvidenceRecord;
  try {
    file = parseJson(line) as EvidenceFile;
    const [problem] = shapeProblems(file) ?? [];
    if (problem) return { problem: `${problem.path || 'the file'} ${problem.message}` };
    // Not the strict parser: what a client sent may lie as deep as it allows, and the record holds it a level deeper.
    record = JSON.parse(file.record) as EvidenceRecord;
    if (typeof record.input.policy.definition.name !== 'string' || typeof record.decision !== 'object')
      return { problem: 'its record is not one' };
  } catch (error) {
    return { problem: (error as Error).message };
  }
  const { format, verification_id, org, env, decided_at } = record;
  const engine_version = record.input?.engine_version;
  const jwk = file.jwk && publicSigningKey(file.jwk as unknown as Record<string, unknown>);
  if (file.jwk && !jwk) return { problem: 'jwk is not a signing key, or not the one that it is named after' };
  const told = { format, verification_id, org, env, decided_at, engine_version };
  const again = JSON.stringify({ ...told, record: file.record, signature: file.signature, jwk });
  if (again !== line)
    return { problem: 'it is not written as an export writes it, or does not agree with its record' };
  return { file, record };
}
