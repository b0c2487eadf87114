import type { KeyObject } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { findKey } from '../../privacy/customers.ts';
import { openBytes, sealBytes } from '../../privacy/envelope.ts';
import { exportReview } from '../../reviews/export.ts';
import type { ReviewFile } from '../../reviews/file.ts';
import type { FaceDecided, FaceInput } from '../decision/engines.ts';
import type { Change } from '../session/change.ts';
import { type Db, deleteOfSession, type SessionKey } from '../session/records.ts';
import { recordOf } from './attempt-record.ts';
import { type FaceEvidenceFile, faceEvidence } from './file.ts';
import { faceRecordText, signFaceRecord } from './record.ts';

/** JSON text holds no line feed, so one separates the record from the signature. */
const END = '\n';

const aad = ({ org, env, session_id }: SessionKey, attempt_id: string) =>
  `face-evidence|${org}|${env}|${session_id}|${attempt_id}`;

/**
 * Signs the decision about the current attempt and keeps it sealed with the person's key, in the transaction
 * of the decision.
 */
export async function keepEvidence(
  change: Change,
  deps: Deps,
  input: FaceInput,
  decided: FaceDecided,
): Promise<void> {
  const { org, env, customer_hash } = change.session;
  const { attempt_id } = change.attempt!;
  const key = await findKey(change.trx, deps.data_keys, { org, env, customer_hash });
  // The customer was erased meanwhile, so nothing about the person may be written.
  if (!key) return;
  const record = await recordOf(change, key, input, decided);
  const text = faceRecordText(record);
  const iss = env === 'sandbox' ? deps.config.sandbox_base_url : deps.config.base_url;
  const signature = signFaceRecord(deps.keys, { org, env, iss, now: change.now.getTime() }, record, text);
  await change.trx
    .insertInto('face_evidence')
    .values({
      ...change.key,
      attempt_id,
      engine_version: input.engine_version,
      sealed: sealBytes(key, text + END + signature, aad(change.key, attempt_id)),
      decided_at: change.now,
    })
    .execute();
}

/** Keeps the customers who look the same, for the reviewer. */
export async function keepDuplicates(
  { trx, key }: Change,
  duplicates: readonly { customer_hash: string; score: number }[],
): Promise<void> {
  if (duplicates.length === 0) return;
  const rows = duplicates.map(({ customer_hash, score }) => ({ ...key, customer_hash, score }));
  await trx
    .insertInto('face_duplicate')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The text of a record and its signature, as they were sealed. */
export function openEvidence(
  data_key: KeyObject,
  { sealed, attempt_id, ...key }: SessionKey & { attempt_id: string; sealed: Buffer },
): { record: string; signature: string } {
  const [record, signature] = openBytes(data_key, sealed, aad(key, attempt_id)).toString('utf8').split(END);
  return { record: record!, signature: signature! };
}

/**
 * The evidence of a session, one file per judged attempt, the first one first, and after the last one the
 * answers of the review that decided it; empty if there is none, or none any more.
 */
export async function exportFaceEvidence(
  deps: Deps,
  key: SessionKey,
): Promise<(FaceEvidenceFile | ReviewFile)[]> {
  const rows = await deps.database.db
    .selectFrom('face_evidence as e')
    .innerJoin('face_session as s', (join) =>
      join
        .onRef('s.org', '=', 'e.org')
        .onRef('s.env', '=', 'e.env')
        .onRef('s.session_id', '=', 'e.session_id'),
    )
    .leftJoin('review as r', (join) =>
      join.onRef('r.org', '=', 'e.org').onRef('r.env', '=', 'e.env').onRef('r.id', '=', 'e.session_id'),
    )
    .select(['e.attempt_id', 'e.sealed', 's.customer_hash', sql<unknown>`to_jsonb(r)`.as('review')])
    .where('e.org', '=', key.org)
    .where('e.env', '=', key.env)
    .where('e.session_id', '=', key.session_id)
    .orderBy('e.attempt_id')
    .execute();
  const found: (FaceEvidenceFile | ReviewFile)[] = [];
  for (const { attempt_id, sealed, customer_hash, review } of rows) {
    const { org, env } = key;
    const data_key = await findKey(deps.database.db, deps.data_keys, { org, env, customer_hash });
    if (!data_key) continue;
    const { record, signature } = openEvidence(data_key, { ...key, attempt_id, sealed });
    const last = attempt_id === rows.at(-1)!.attempt_id;
    const reviewed = last ? exportReview(deps, review, data_key) : null;
    found.push(faceEvidence.write(deps.keys, record, signature, reviewed?.review_id));
    found.push(...(reviewed?.lines ?? []));
  }
  return found;
}

/**
 * Deletes the evidence of a session, its list of customers who look the same, and what waits for a review.
 */
export async function forgetEvidence(trx: Db, key: SessionKey): Promise<void> {
  await deleteOfSession(trx, key, ['face_evidence', 'face_duplicate', 'face_pending']);
}

/** Removes a customer from the lists of duplicates of others. */
export async function forgetDuplicate(
  trx: Db,
  who: { org: string; env: Environment; customer_hash: string },
): Promise<void> {
  await trx
    .deleteFrom('face_duplicate')
    .where('org', '=', who.org)
    .where('env', '=', who.env)
    .where('customer_hash', '=', who.customer_hash)
    .execute();
}
