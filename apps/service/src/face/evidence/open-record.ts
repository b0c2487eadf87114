import type { KeyObject } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { type Signed, signatureHolds, speaksOf } from '../../evidence/contradiction.ts';
import { customerContext } from '../customer-key.ts';
import type { SessionKey } from '../session/records.ts';
import type { FaceEvidenceRecord } from './record.ts';
import { openEvidence } from './store.ts';

export interface OpenedRecord {
  record: FaceEvidenceRecord;
  signed: Signed;
}

type Opened = (OpenedRecord & { problem: null }) | { problem: string };
const bad = (problem: string): Opened => ({ problem });

/** `data_key`: of the customer, wrapped; null once the person was erased. */
type OfCustomer = SessionKey & { customer_id: string; data_key: Buffer | null };

/** The data key of the customer; null once the person was erased. Throws when it was changed. */
export const customerKeyOf = (
  { envelope }: Pick<Deps, 'envelope'>,
  { org, env, customer_id, data_key }: OfCustomer,
): KeyObject | null => data_key && envelope.unwrap(data_key, customerContext({ org, env, customer_id }));

/** The sealed record of one judged attempt, or what is wrong with it. */
export async function openRecord(
  deps: Deps,
  session: OfCustomer & { attempt_id: string; sealed: Buffer },
  signature: boolean,
): Promise<Opened> {
  const { org, env, session_id, attempt_id, sealed } = session;
  const names = { session_id, attempt_id, org, env };
  try {
    const key = customerKeyOf(deps, session);
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
