import type { KeyObject } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import type { Selectable } from 'kysely';
import type { VerificationTable } from '../../database/schema.ts';
import type { Deps } from '../../deps.ts';
import { differing, signatureHolds, speaksOf } from '../../evidence/contradiction.ts';
import { recordDigest } from '../../evidence/signature.ts';
import { timeOf } from '../../ids.ts';
import { withKeys } from '../../privacy/customers.ts';
import { customerHash, installHash, transactionHash } from '../../privacy/pseudonyms.ts';
import type { StoredAnswer } from '../../reviews/answers.ts';
import { type Asked, answersHold, type ComparedReview, compareReview } from '../../reviews/compare.ts';
import { REVIEW_READ, type ReviewRow, reviewRow } from '../../reviews/records.ts';
import { reviewRulesOf } from '../../reviews/rules.ts';
import { type Bundle, openStoredBundle } from '../evidence/bundle.ts';
import { CLOCKS_APART_MS, verificationsOf } from '../evidence/stored.ts';

/** A stored verification with the data key of its customer, and its review. */
export type StoredRow = Omit<Selectable<VerificationTable>, 'created_at'> & {
  created_at: Date;
  /** Null once the person was erased. */
  key_id: string | null;
  id_sealed: Buffer | null;
  key: KeyObject | null;
  /** As `reviewRow` reads it. */
  review: unknown;
};

/** A row with its opened bundle, and what is wrong between them; `what` is null where the two agree. */
export interface Compared {
  /** Null when the person was erased, or when it does not open. */
  bundle: Bundle | null;
  what: string | null;
  review: ReviewRow | null;
  /** The answers of its review. */
  answers: readonly StoredAnswer[];
}

/** Opens the bundle of a row and compares the row with the signed record in it. */
export function compareWithRecord({ envelope }: Pick<Deps, 'envelope'>, row: StoredRow): Compared {
  // An erasure empties both. A row that still names its person must have its record.
  const none = { bundle: null, review: reviewRow(row.review), answers: [] };
  if (row.customer_hash === '' && !row.sealed) return { ...none, what: null };
  if (row.evidence_deleted_at && !row.sealed) return { ...none, what: tooSoon(row) };
  // The key is gone for good, as after an erasure: nothing can be opened, and nothing be compared.
  if (row.key_id !== null && !row.key) return { ...none, what: null };
  try {
    const bundle = openStoredBundle(row);
    if (!bundle) return { ...none, what: 'the record is missing' };
    const compared = compareReview(none.review, askedOf(row, bundle), row.key);
    const what = compared.what ?? contradiction(envelope, row, bundle, compared);
    return { ...none, bundle, what, answers: compared.answers };
  } catch {
    return { ...none, what: 'the record does not open' };
  }
}

/**
 * The retention of evidence is at least a day, and the id carries the time of the decision. So a fresh decision
 * cannot be changed and then made to look as if its evidence were deleted by age.
 */
const tooSoon = ({ verification_id, evidence_deleted_at }: StoredRow): string | null =>
  evidence_deleted_at!.getTime() - timeOf(verification_id) < 86_400_000 - CLOCKS_APART_MS
    ? 'evidence_deleted_at'
    : null;

/** The review that the signed record asks for; null where its decision is another. */
export function askedOf({ org, env, verification_id }: StoredRow, bundle: Bundle): Asked | null {
  if (bundle.decision.decision !== 'review') return null;
  return {
    about: { area: 'geolocation', id: verification_id, org, env, of: recordDigest(bundle.record) },
    opened_at: new Date(bundle.input.now_ms),
    ...reviewRulesOf(bundle.input.policy.definition),
  };
}

function contradiction(
  envelope: Deps['envelope'],
  row: StoredRow,
  bundle: Bundle,
  { decided }: ComparedReview,
): string | null {
  const { decision, decision_source, input, answer, customer_id, transaction_id, root_jti } = bundle;
  const { id: install_id } = input.install;
  const { policy_id, version } = input.policy;
  if (!speaksOf(bundle, namesOf(row))) return 'the signature is about another record';
  return differing(saidByRow(row, input.now_ms), {
    decision: decision.decision,
    decision_source,
    ...decided,
    reason_codes: decision.reason_codes,
    assurance: decision.assurance,
    engine_version: decision.engine_version,
    policy_id,
    policy_version: policy_id === null ? null : version,
    transaction_type: input.transaction.type,
    customer_hash: customerHash(envelope, row, customer_id),
    install_hash: install_id === null ? null : installHash(envelope, row, install_id),
    hop: input.chain.hop,
    expires_at: Date.parse(answer.expires_at),
    transaction_hash: transaction_id === null ? null : transactionHash(envelope, row, transaction_id),
    root_jti,
    created_at: true,
  });
}

const saidByRow = (row: StoredRow, decided_ms: number) => ({
  decision: row.decision,
  decision_source: row.decision_source,
  reason_codes: row.reason_codes,
  assurance: row.assurance,
  engine_version: row.engine_version,
  policy_id: row.policy_id,
  policy_version: row.policy_version,
  transaction_type: row.transaction_type.toLowerCase(),
  customer_hash: row.customer_hash,
  install_hash: row.install_hash,
  hop: row.hop,
  expires_at: row.expires_at.getTime(),
  transaction_hash: row.transaction_hash,
  root_jti: row.root_jti,
  created_at: Math.abs(row.created_at.getTime() - decided_ms) <= CLOCKS_APART_MS,
});

const namesOf = ({ verification_id, org, env }: StoredRow) => ({ verification_id, org, env });

/** The same as `compareWithRecord`, with the signature checked. */
export async function compareWithSignature(deps: Deps, row: StoredRow): Promise<Compared> {
  const compared = compareWithRecord(deps, row);
  const { bundle, what, review, answers } = compared;
  if (!bundle || what) return compared;
  if (!(await signatureHolds(deps, bundle, 'evidence', namesOf(row))))
    return { ...compared, what: 'the signature is not valid' };
  const holds = await answersHold(deps, review, answers);
  return holds ? compared : { ...compared, what: 'review: a signature is not valid' };
}

/**
 * Stored verifications of an organization with what is needed to open them. One statement reads a row with its
 * review: an answer that came between two statements would look like a contradiction.
 */
export function selectStored(
  { database }: { database: Pick<Deps['database'], 'db'> },
  org: string,
  env: Environment,
) {
  return verificationsOf(database.db, org, env)
    .selectAll('v')
    .select(['c.key_id', 'c.id_sealed', REVIEW_READ.as('review')]);
}

/** The rows of a `selectStored`, each with the data key of its customer. */
export async function storedRows(
  { data_keys }: Pick<Deps, 'data_keys'>,
  select: Pick<ReturnType<typeof selectStored>, 'execute'>,
): Promise<StoredRow[]> {
  return (await withKeys(data_keys, await select.execute())) as StoredRow[];
}

/** Those of the verifications that their records contradict, each with what differs. */
export async function contradictedVerifications(
  deps: Deps,
  { org, env }: { org: string; env: Environment },
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await storedRows(deps, selectStored(deps, org, env).where('v.verification_id', 'in', ids));
  return new Map(
    rows.flatMap((row) => {
      const { what } = compareWithRecord(deps, row);
      return what ? [[row.verification_id, what] as const] : [];
    }),
  );
}
