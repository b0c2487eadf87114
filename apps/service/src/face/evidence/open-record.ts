import type { KeyObject } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { type Signed, signatureHolds, speaksOf } from '../../evidence/contradiction.ts';
import type { SessionKey } from '../session/records.ts';
import type { FaceEvidenceRecord } from './record.ts';
import { openEvidence } from './store.ts';

export interface OpenedRecord {
  record: FaceEvidenceRecord;
  signed: Signed;
}

type Opened = (OpenedRecord & { problem: null }) | { problem: string };
const bad = (problem: string): Opened => ({ problem });

/** The sealed record of one judged attempt, or what is wrong with it. */
export async function openRecord(
  deps: Deps,
  session: SessionKey & { key: KeyObject | null; attempt_id: string; sealed: Buffer },
  signature: boolean,
): Promise<Opened> {
  const { org, env, session_id, key, attempt_id, sealed } = session;
  const names = { session_id, attempt_id, org, env };
  try {
    if (!key) return bad('the record is missing');
    const signed = openEvidence(key, { ...names, sealed });
    if (!speaksOf(signed, names)) return bad('the signature is about another record');
    if (signature && !(await signatureHolds(deps, signed, 'face_evidence', names)))
      return bad('the signature is not valid');
    return { record: JSON.parse(signed.record) as FaceEvidenceRecord, signed, problem: null };
  } catch {
    return bad('the record does not open');
  }
}
